import { batch } from '@preact/signals'
import { StorefrontError, unwrap } from '../../../../typescript/src/problem.ts'
import { isLost, isRefusal } from '../../api/client.ts'
import { readProduct, readVariants } from '../../api/reading.ts'
import { planSave, type RowWork } from '../../rules/plan.ts'
import { productRow, type Row, tagOf, type Variant, variantRow } from '../../rules/rows.ts'
import { merged, withoutSaved } from '../../rules/settle.ts'
import { quantityOf } from '../stock.ts'
import { edits, openSession, putRows, rows } from '../store.ts'
import { refuse } from './saving-products.ts'

interface VariantSet {
  variants: Variant[]
  created_at: string
  version: number
}

const TRIES = 5

/** Saves rows of variants, one request for each product. */
export async function saveVariants(groups: ReadonlyMap<string, readonly RowWork[]>): Promise<void> {
  for (const [id, works] of groups) await saveSet(id, works)
}

async function saveSet(id: string, works: readonly RowWork[], tries = 1): Promise<void> {
  try {
    const set = await sendSet(id, works)
    putSet(id, set.variants, tagOf(set))
    for (const { row, sent } of works) edits.value = withoutSaved(edits.value, sent, row)
  } catch (error) {
    const isStale = error instanceof StorefrontError && error.status === 412
    if (isRefusal(error) && !isStale) return refuseSet(works, error)
    // Whether it was carried out is seen by comparing, as after the changes of others.
    if (
      !(isStale || isLost(error)) ||
      tries === TRIES ||
      (error instanceof StorefrontError && error.problem?.code === 'read_only')
    )
      throw error
    const left = await afterOthers(id, works)
    if (left.length > 0) await saveSet(id, left, tries + 1)
  }
}

function sendSet(id: string, works: readonly RowWork[]): Promise<VariantSet> {
  const { api } = openSession()
  return unwrap(
    api.PATCH('/admin/products/{id}/variants', {
      params: { path: { id }, header: { 'If-Match': tagNow(works) } },
      body: { variants: works.map(({ row, data }) => ({ id: row.id, ...data })) },
    }),
  )
}

/** The version in which the rows of variants were read, or saved since; that of their product can be a later one. */
function tagNow([first]: readonly RowWork[]): string | undefined {
  return first && (rows.value.get(first.row.id) ?? first.row).tag
}

/** Puts the variants of a product in their rows; returns them. */
function putSet(id: string, variants: readonly Variant[], tag: string): Row[] {
  const product = rows.value.get(id)
  if (!product) return []
  const fresh = { ...product, tag }
  const own = variants.map((variant) => variantRow(variant, fresh, quantityOf(variant.id)))
  putRows([fresh, ...own])
  return own
}

/** What is left to send, once the changes of others are here. */
async function afterOthers(id: string, works: readonly RowWork[]): Promise<RowWork[]> {
  const { api, columns, shop } = openSession()
  // The product first: what others change between the two makes its version outdated, never its values.
  const product = productRow(await readProduct(api, id), quantityOf(id))
  const { variants } = await readVariants(api, id)
  const ids = new Set(works.map(({ row }) => row.id))
  return batch(() => {
    putRows([product])
    edits.value = merged(edits.value, product, columns, shop).edits
    const theirs = putSet(id, variants, product.tag).filter((row) => ids.has(row.id))
    const free = theirs.filter((row) => {
      const { edits: next, conflicts } = merged(edits.value, row, columns, shop)
      edits.value = next
      return conflicts === 0
    })
    for (const { row, sent } of works)
      if (!theirs.some((one) => one.id === row.id)) refuse({ row, sent }, { detail: 'This variant is gone.' })
    return planSave(free, edits.value, columns, shop).variants.get(id) ?? []
  })
}

/** Says of each variant what a problem says of it; what it says of none is said of all. */
function refuseSet(works: readonly RowWork[], { problem, message }: StorefrontError): void {
  const errors = problem?.errors ?? []
  const isOf = (n: number) => errors.filter(({ pointer }) => pointer?.startsWith(`/variants/${n}/`))
  const isNamed = works.some((_, n) => isOf(n).length > 0)
  for (const [n, work] of works.entries())
    if (!isNamed) refuse(work, { detail: problem?.detail ?? message, errors })
    else if (isOf(n).length > 0) refuse(work, { detail: problem?.detail ?? message, errors: isOf(n) })
}
