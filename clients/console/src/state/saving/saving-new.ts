import { batch } from '@preact/signals'
import { unwrap } from '../../../../typescript/src/problem.ts'
import { isLost, isRefusal } from '../../api/client.ts'
import { type Edits, withChanges } from '../../rules/edits.ts'
import type { RowWork } from '../../rules/plan.ts'
import { cellOf, productRow, type Row } from '../../rules/rows.ts'
import { edits, madeIds, openSession, order, putRows, rows } from '../store.ts'
import { refuse } from './saving-products.ts'

/** New products whose responses did not come: as they were sent, by the ids of their rows. */
const lost = new Map<string, { work: RowWork; keyId: string }>()

/**
 * Makes a new product. Its row's id is the key of the request: sent twice, it makes one product. A request whose response
 * did not come is sent as it was, and what was typed since stays an edit.
 */
export async function saveNew(next: RowWork): Promise<void> {
  const { api, keyId } = openSession()
  const before = lost.get(next.row.id)
  lost.delete(next.row.id)
  if (before && before.keyId !== keyId) return refuse(next, { detail: PERHAPS_MADE })
  const work = before?.work ?? next
  const { row, data } = work
  const { name, price, category_id } = data
  const body = { ...data, name: String(name), price: Number(price), category_id: String(category_id) }
  try {
    const params = { header: { 'Idempotency-Key': row.id } }
    putMade(work, productRow(await unwrap(api.POST('/admin/products', { params, body }))))
  } catch (error) {
    if (isLost(error)) lost.set(row.id, { work, keyId })
    if (!isRefusal(error)) throw error
    if (before) return saveNew(next)
    refuse(work, { detail: error.message, ...error.problem })
  }
}

const PERHAPS_MADE = 'It may exist already: look for it, or save again.'

/** Puts a product that was made in the place of its row. */
function putMade(work: RowWork, made: Row): void {
  const { id: before } = work.row
  batch(() => {
    rows.value = new Map([...rows.value].filter(([id]) => id !== before))
    putRows([made])
    order.value = order.value.map((id) => (id === before ? made.id : id))
    madeIds.value = new Map(madeIds.value).set(before, made.id)
    edits.value = movedEdits(work, made)
  })
}

/** The edits after a new product was made: cells that were edited since are cells of its own row now. */
function movedEdits({ row, sent }: RowWork, made: Row): Edits {
  const { columns, shop } = openSession()
  const since = columns.flatMap((column) => {
    const text = edits.value.get(cellOf(row, column))?.text
    return text === undefined || text === sent.get(cellOf(row, column)) ? [] : [{ row: made, column, text }]
  })
  const others = [...edits.value].filter(([cell]) => !cell.startsWith(`${row.id} `))
  return withChanges(new Map(others), since, shop)
}
