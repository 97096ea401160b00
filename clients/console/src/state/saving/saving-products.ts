import { batch } from '@preact/signals'
import type { components } from '../../../../typescript/src/api.ts'
import { StorefrontError, unwrap } from '../../../../typescript/src/problem.ts'
import { isRefusal } from '../../api/client.ts'
import { readProduct } from '../../api/reading.ts'
import { withFaults } from '../../rules/edits.ts'
import { partsOf, planSave, type RowWork } from '../../rules/plan.ts'
import { productRow, type Row } from '../../rules/rows.ts'
import { faultsOf, merged, type ProblemLike, savedRow, withoutSaved } from '../../rules/settle.ts'
import { quantityOf } from '../stock.ts'
import { edits, openSession, putRows, rows, said } from '../store.ts'

type BulkResult = components['schemas']['BulkResult']

/** How many rows a request has: with more, one that fails would take too long to find out. */
const ROWS = 25
/** How often a row is sent again when others change its product meanwhile. */
const TRIES = 5

/** Saves rows of products. Each request can be sent again: it has its effect once. */
export async function saveProducts(works: readonly RowWork[], tries = 1): Promise<void> {
  const again: RowWork[] = []
  let sent = 0
  for (const part of partsOf(works, ROWS)) {
    const results = await sendRows(part)
    for (const result of results) {
      const work = part[result.index]
      if (work) again.push(...(await settle(work, result)))
    }
    sent += part.length
    said.value = `${sent} of ${works.length} rows`
  }
  if (again.length === 0) return
  if (tries < TRIES) await saveProducts(again, tries + 1)
  else for (const work of again) refuse(work, { detail: 'Others keep changing it: save again.' })
}

async function sendRows(part: readonly RowWork[]): Promise<BulkResult[]> {
  const { api } = openSession()
  const operations = part.map(({ row, data }) => ({
    op: 'update' as const,
    id: row.id,
    data,
    if_match: row.tag,
  }))
  try {
    const { data } = await unwrap(api.POST('/admin/products/bulk', { body: { operations } }))
    return data
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const work of part) refuse(work, { detail: error.message, ...error.problem })
    return []
  }
}

/** What has to be sent again after the result of a row. */
async function settle(work: RowWork, { status, version, problem }: BulkResult): Promise<RowWork[]> {
  if (status < 300) saved(work, version)
  else if (status === 412) return afterOthers(work)
  // Near its deadline the API leaves the rest to the next request.
  else if (status >= 500 || status === 429) return [work]
  else refuse(work, problem ?? { detail: `The API answered with ${status}.` })
  return []
}

function saved({ row, data, sent }: RowWork, version: number | undefined): void {
  const { columns, shop } = openSession()
  const now = rows.value.get(row.id) ?? row
  const fresh = savedRow(now, sent, columns, shop)
  const tracked = data.track_inventory ? { isTracked: true, values: { ...fresh.values, stock: 0 } } : {}
  const tag = version === undefined ? row.tag : row.tag.replace(/\.\d+"$/, `.${version}"`)
  batch(() => {
    putRows([{ ...fresh, ...tracked, tag }, ...variantsWith(row, tag)])
    edits.value = withoutSaved(edits.value, sent, row)
  })
}

/** The rows of a product's variants with its new ETag. Those of another version than it had stay outdated: they are read first. */
const variantsWith = ({ productId, tag: before }: Row, tag: string) =>
  [...rows.value.values()].flatMap((row) =>
    row.kind === 'variant' && row.productId === productId && row.tag === before ? [{ ...row, tag }] : [],
  )

/** Marks the cells of which a problem speaks. */
export function refuse(work: Pick<RowWork, 'row' | 'sent'>, problem: ProblemLike): void {
  const { columns, shop } = openSession()
  edits.value = withFaults(edits.value, faultsOf(work, problem, columns), shop)
}

/** Another version alone is not a conflict. Returns what is left to send, once others' changes are here. */
async function afterOthers(work: RowWork): Promise<RowWork[]> {
  const { api, columns, shop } = openSession()
  const product = await readProduct(api, work.row.id).catch((error: unknown) => {
    if (error instanceof StorefrontError && error.status === 404) return undefined
    throw error
  })
  if (!product) {
    refuse(work, { detail: 'This product is gone.' })
    return []
  }
  const theirs = productRow(product, quantityOf(product.id))
  const { edits: next, conflicts } = merged(edits.value, theirs, columns, shop)
  batch(() => {
    putRows([theirs])
    edits.value = next
  })
  return conflicts > 0 ? [] : planSave([theirs], next, columns, shop).products
}
