import { batch, signal } from '@preact/signals'
import { type Kept, keptEdits, keptText, keptUnder } from '../rules/kept-edits.ts'
import { newRow, rowIdOf } from '../rules/rows.ts'
import { merged } from '../rules/settle.ts'
import { forgetHistory } from './editing.ts'
import { findProduct, unfold } from './reading-shop.ts'
import { chooseFirst } from './selection.ts'
import {
  arrange,
  edits,
  isLeft,
  isOutdated,
  madeIds,
  openSession,
  order,
  putRows,
  rows,
  said,
  unfolded,
  unsettled,
} from './store.ts'
import { forgetUploads } from './uploading-pictures.ts'
import { wantedPrices } from './wanted-prices.ts'

/** The edits that this tab kept before it was loaded again, until somebody takes or drops them. */
export const offered = signal<Kept | undefined>(undefined)

/** Texts that last as long as the tab, such as `sessionStorage`. */
export interface TabStorage {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/** Keeps the edits of a business, and forgets them when there are none. A full or forbidden storage keeps nothing. */
export function keepEdits(businessId: string, storage: TabStorage): void {
  const before = offered.value
  const text = keptText({
    edits: new Map([...(before?.edits ?? []), ...edits.value]),
    unsettled: unsettled.value ?? before?.unsettled,
  })
  try {
    if (text === undefined) storage.removeItem(keptUnder(businessId))
    else storage.setItem(keptUnder(businessId), text)
  } catch {}
}

/** Offers what was kept for this business, if there is anything. */
export function offerKept(businessId: string, storage: TabStorage): void {
  try {
    const kept = keptEdits(storage.getItem(keptUnder(businessId)))
    offered.value = kept.edits.size > 0 || kept.unsettled ? kept : undefined
  } catch {}
}

/** Makes edits of what was kept, compared with what is stored now. */
export async function takeOffered(): Promise<void> {
  const kept = offered.value
  if (!kept) return
  const opened = openSession()
  const ids = [...new Set([...kept.edits.keys()].map(rowIdOf))]
  await findRows(ids)
  if (isLeft(opened)) return
  const { columns, shop } = opened
  let taken = kept.edits
  for (const id of ids) {
    const row = rows.value.get(id)
    if (row) taken = merged(taken, row, columns, shop).edits
    else taken = new Map([...taken].filter(([cell]) => !cell.startsWith(`${id} `)))
  }
  batch(() => {
    edits.value = new Map([...taken, ...edits.value])
    unsettled.value ??= kept.unsettled
    offered.value = undefined
    said.value = `${taken.size} edits are back.`
  })
  // A step back from here would lose them.
  forgetHistory()
}

/** Brings the rows of these ids, as far as they are not there: new products, variants, and products beyond those that were read. */
async function findRows(ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !rows.value.has(id))
  putRows(missing.filter((id) => id.startsWith('new-')).map(newRow))
  const owners = missing.flatMap((id) => /^(.{36})-\d+$/.exec(id)?.[1] ?? [])
  for (const id of missing) if (/^.{36}$/.test(id)) await findProduct(id)
  await unfold([...new Set(owners)])
  arrange()
}

/** Forgets rows and edits: another business is opened. */
export function forgetWork(): void {
  batch(() => {
    rows.value = new Map()
    order.value = []
    unfolded.value = new Map()
    madeIds.value = new Map()
    edits.value = new Map()
    unsettled.value = undefined
    offered.value = undefined
    isOutdated.value = false
    wantedPrices.value = undefined
    said.value = ''
  })
  chooseFirst()
  forgetHistory()
  forgetUploads()
}
