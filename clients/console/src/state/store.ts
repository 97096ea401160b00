import { batch, computed, signal } from '@preact/signals'
import type { Api } from '../api/client.ts'
import type { ShopFacts } from '../rules/cell-text.ts'
import type { Column } from '../rules/columns.ts'
import type { Edits } from '../rules/edits.ts'
import type { StockBatch } from '../rules/kept-edits.ts'
import type { Row } from '../rules/rows.ts'
import type { Screen } from '../rules/screens.ts'
import { merged } from '../rules/settle.ts'
import { ALL, found, type Query } from '../rules/view.ts'

/** A business and what the key that was typed may do in it. */
export interface Session {
  api: Api
  /** Waits between two looks at work that goes on in the API. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** The id of the key. */
  keyId: string
  business: { id: string; name: string; slug: string; timezone: string }
  scopes: readonly string[]
  /** Every column that the key can read. */
  columns: readonly Column[]
  /** Those of the table. */
  tableColumns: readonly Column[]
  shop: ShopFacts
}

/** The business that is open; undefined where a key is asked for. */
export const session = signal<Session | undefined>(undefined)
/** Why a key is asked for again. */
export const keyFault = signal('')

/** What is shown below the header. */
export const screen = signal<Screen>({ name: 'products' })

/** Every row that is known, by its id. Products come in the order of creation, newest first. */
export const rows = signal<ReadonlyMap<string, Row>>(new Map())
/** The ids of the products in view, in their order. It never changes by itself while there are edits. */
export const order = signal<readonly string[]>([])
/** The ids of the variants of products that are unfolded. */
export const unfolded = signal<ReadonlyMap<string, readonly string[]>>(new Map())
export const query = signal<Query>(ALL)
/** The ids of products that were made here, by those that their rows had before. */
export const madeIds = signal<ReadonlyMap<string, string>>(new Map())

export const edits = signal<Edits>(new Map())
export const unsettled = signal<StockBatch | undefined>(undefined)

/** How far the shop is read. */
export const loading = signal<'no' | 'yes' | 'failed'>('no')
/** True if the shop has more products than are read. */
export const isPartial = signal(false)
/** True if an import has changed products, and the table still has them as they were. */
export const isOutdated = signal(false)
export const isSaving = signal(false)
/** What was done, in one line. */
export const said = signal('')
/** What stops all work, in one line at the top. */
export const trouble = signal('')
/** Why a request waits. */
export const waiting = signal('')

/** The rows in view, with the variants below their products. */
export const shown = computed<Row[]>(() =>
  order.value.flatMap((id) =>
    [id, ...(unfolded.value.get(id) ?? [])].flatMap((one) => rows.value.get(one) ?? []),
  ),
)

/** The number of cells that were refused. */
export const refusedCount = computed(
  () => [...edits.value.values()].filter(({ fault }) => fault !== undefined).length,
)

/** The open business. Throws where none is. */
export function openSession(): Session {
  if (!session.value) throw new Error('no business is open')
  return session.value
}

/** The row of this id, also where its product has been made meanwhile. */
export const rowNow = (id: string): Row | undefined => rows.value.get(madeIds.value.get(id) ?? id)

/** Puts rows in the place of those with their ids, or behind all others. */
export function putRows(changed: Iterable<Row>): void {
  const next = new Map(rows.value)
  for (const row of changed) next.set(row.id, row)
  rows.value = next
}

/** Puts rows that were read again in their places, and compares the edits of their cells with what others wrote. */
export function putMerged(read: readonly Row[]): void {
  const { columns, shop } = openSession()
  let next = edits.value
  for (const row of read) next = merged(next, row, columns, shop).edits
  batch(() => {
    putRows(read)
    edits.value = next
  })
}

/** Adds products that the query finds at the end of what is in view. */
export function addInView(products: readonly Row[]): void {
  const ids = new Set(order.value)
  const more = found(products, query.value).filter((id) => !ids.has(id))
  if (more.length > 0) order.value = [...order.value, ...more]
}

/** True if another key is in use by now, or asked for: what arrives late then is not for these rows. */
export const isLeft = (opened: Session): boolean => session.value !== opened

/** Chooses what is in view anew: when somebody asks for it. */
export function arrange(next: Query = query.value): void {
  query.value = next
  const fresh = [...rows.value.values()].filter(({ kind }) => kind === 'new').map(({ id }) => id)
  const products = [...rows.value.values()].filter(({ kind }) => kind === 'product')
  order.value = [...fresh, ...found(products, next)]
}
