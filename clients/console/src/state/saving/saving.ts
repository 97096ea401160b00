import { batch } from '@preact/signals'
import { type ColumnName, hasScope } from '../../rules/columns.ts'
import { type Edits, withFaults } from '../../rules/edits.ts'
import { planSave, type SavePlan } from '../../rules/plan.ts'
import type { Row } from '../../rules/rows.ts'
import { isDifference } from '../../rules/settle.ts'
import { forgetHistory, lastSaved } from '../editing.ts'
import { edits, isSaving, openSession, refusedCount, rows, said, shown, trouble } from '../store.ts'
import { stopFor } from '../trouble.ts'
import { saveNew } from './saving-new.ts'
import { saveProducts } from './saving-products.ts'
import { saveStock, settleStock } from './saving-stock.ts'
import { saveVariants } from './saving-variants.ts'

/** The requests that a save would send now: of the rows in view first, in their order. */
export function planNow(): SavePlan {
  const { columns, shop, scopes } = openSession()
  const ordered = new Set<Row>([...shown.value, ...rows.value.values()])
  const writable = columns.filter(({ writes }) => hasScope(scopes, writes))
  return planSave(ordered, edits.value, writable, shop)
}

/** Saves every row that can be saved. The others keep their edits, each refused cell with its reason. */
export async function save(): Promise<void> {
  if (isSaving.value) return
  const before = edits.value
  const began = Date.now()
  batch(() => {
    isSaving.value = true
    trouble.value = ''
  })
  try {
    if (await settleStock()) await send(planNow())
    said.value = summary(before, Date.now() - began)
  } catch (error) {
    stopFor(error)
  } finally {
    noteSaved(before)
    forgetHistory()
    isSaving.value = false
  }
}

async function send(plan: SavePlan): Promise<void> {
  edits.value = withFaults(edits.value, plan.missing, openSession().shop)
  await saveProducts(plan.products)
  await saveVariants(plan.variants)
  for (const work of plan.created) await saveNew(work)
  await saveStock(plan.stock)
}

function summary(before: Edits, ms: number): string {
  const saved = [...before.keys()].filter((cell) => !edits.value.has(cell)).length
  const waiting = edits.value.size - refusedCount.value
  const rest = [
    refusedCount.value > 0 ? `${refusedCount.value} refused` : '',
    waiting > 0 ? `${waiting} wait with them in their rows` : '',
  ]
  return [`Saved ${saved} cells in ${(ms / 1000).toFixed(1)} s`, ...rest.filter(Boolean)].join(', ')
}

/** Notes what a save has replaced, so that it can be undone. */
function noteSaved(before: Edits): void {
  const saved = [...before].filter(([cell, { text, base }]) => !edits.value.has(cell) && text !== base)
  lastSaved.value = saved.flatMap(([cell, { text, base }]) => {
    const [id = '', column] = cell.split(' ')
    // Others may have sold some meanwhile.
    const isCounted = column === 'stock' && isDifference(text)
    const back = isCounted ? text.replace(/[+-]/, (sign) => (sign === '+' ? '-' : '+')) : base
    return rows.value.has(id) ? [{ id, column: column as ColumnName, text: back }] : []
  })
}
