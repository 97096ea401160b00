import { batch } from '@preact/signals'
import type { components } from '../../../../typescript/src/api.ts'
import { unwrap } from '../../../../typescript/src/problem.ts'
import { isRefusal } from '../../api/client.ts'
import { columnOf } from '../../rules/columns.ts'
import { withFaults } from '../../rules/edits.ts'
import type { StockBatch } from '../../rules/kept-edits.ts'
import { partsOf, type StockWork } from '../../rules/plan.ts'
import { merged, type ProblemLike, restOfCount } from '../../rules/settle.ts'
import { edits, openSession, putRows, rows, said, unsettled } from '../store.ts'

type StockResult = components['schemas']['StockChangeResult']

/** As many changes as a request has at most. */
const CHANGES = 100
const stock = columnOf('stock')

/**
 * Sends the request again whose response did not come: with its key it counts once. False if that cannot be, because
 * another API key is here: its cells then say so, and nothing is sent.
 */
export async function settleStock(): Promise<boolean> {
  const { value } = unsettled
  if (!value) return true
  if (value.keyId === openSession().keyId) {
    await saveStock(await sendBatch(value))
    return true
  }
  unsettled.value = undefined
  const changes = value.works.filter(({ change }) => 'delta' in change)
  for (const work of changes)
    mark(work, `It may be counted already: ${rows.value.get(work.id)?.values.stock} now.`)
  return changes.length === 0
}

/** Saves quantities. A change that is refused takes no other one with it. */
export async function saveStock(works: readonly StockWork[]): Promise<void> {
  const again: StockWork[] = []
  let sent = 0
  for (const part of partsOf(works, CHANGES)) {
    again.push(...(await sendBatch({ key: crypto.randomUUID(), keyId: openSession().keyId, works: part })))
    sent += part.length
    said.value = `${sent} of ${works.length} quantities`
  }
  if (again.length > 0) await saveStock(again)
}

/** Sends one request; returns what has to be sent again: fewer changes than there were. */
async function sendBatch(batched: StockBatch): Promise<StockWork[]> {
  unsettled.value = batched
  const { works, key } = batched
  const changes = works.map(({ id, change }) => ({ variant_id: id, ...change }))
  try {
    const { data } = await unwrap(
      openSession().api.POST('/admin/inventory/adjust', {
        params: { header: { 'Idempotency-Key': key } },
        body: { reason: 'correction', atomic: false, changes },
      }),
    )
    unsettled.value = undefined
    for (const result of data) settle(works[result.index], result)
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    unsettled.value = undefined
    return refuseNamed(works, { detail: error.message, ...error.problem })
  }
}

/** A rule that one change breaks refuses the request: that change is marked, and the others go again. */
function refuseNamed(works: readonly StockWork[], { detail, errors = [] }: ProblemLike): StockWork[] {
  const named = new Map(errors.map((error) => [Number(error.pointer?.split('/')[2]), error.detail]))
  const isNamed = works.some((_, n) => named.has(n))
  for (const [n, work] of works.entries()) if (!isNamed || named.has(n)) mark(work, named.get(n) ?? detail)
  return isNamed ? works.filter((_, n) => !named.has(n)) : []
}

function mark({ id }: StockWork, fault: string): void {
  const row = rows.value.get(id)
  if (row) edits.value = withFaults(edits.value, [{ row, column: stock, fault }], openSession().shop)
}

function settle(work: StockWork | undefined, { quantity, problem }: StockResult): void {
  if (!work) return
  const counted = quantity ?? problem?.errors?.find((error) => error.quantity !== undefined)?.quantity
  batch(() => {
    if (!problem) forget(work)
    if (counted !== undefined) putCount(work, counted)
    const isConflict = problem?.code === 'stock_differs' || problem?.errors?.[0]?.code === 'stock_differs'
    if (problem && !isConflict) mark(work, problem.errors?.[0]?.detail ?? problem.detail)
  })
}

/** Takes the edit away that was saved; of another one by now the rest is left. */
function forget({ cell, text }: StockWork): void {
  const edit = edits.value.get(cell)
  if (!edit) return
  const next = new Map(edits.value)
  const rest = restOfCount(edit, text)
  if (rest) next.set(cell, rest)
  else next.delete(cell)
  edits.value = next
}

/** Puts a quantity in its row; an edit of it that is left is compared with it. */
function putCount({ id }: StockWork, quantity: number): void {
  const row = rows.value.get(id)
  if (!row) return
  const fresh = { ...row, values: { ...row.values, stock: quantity } }
  putRows([fresh])
  edits.value = merged(edits.value, fresh, [stock], openSession().shop).edits
}
