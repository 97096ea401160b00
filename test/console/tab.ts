import { inject } from 'vitest'
import { type ColumnName, columnOf } from '../../clients/console/src/rules/columns.ts'
import { change, forgetHistory } from '../../clients/console/src/state/editing.ts'
import { forgetWork } from '../../clients/console/src/state/keeping.ts'
import { open } from '../../clients/console/src/state/opening.ts'
import { edits, isSaving, keyFault, rows, session, trouble } from '../../clients/console/src/state/store.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeToken } from '../support/shop.ts'

/** A storage of a tab, with its texts. */
export function emptyStorage() {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}

interface TabOptions {
  token?: string
  storage?: ReturnType<typeof emptyStorage>
  /** Sends the requests of the tab. */
  fetch?: (request: Request) => Promise<Response>
  /** Passes the time between two requests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The console as it is in a new tab, with the business of a key open. */
export async function openTab(
  business: Business,
  { token, storage = emptyStorage(), fetch, wait = async () => {} }: TabOptions = {},
): Promise<void> {
  forgetWork()
  forgetHistory()
  session.value = undefined
  isSaving.value = false
  trouble.value = ''
  await open({
    baseUrl: inject('baseUrl'),
    token: token ?? (await makeToken(business)),
    storage,
    wait,
    ...(fetch && { fetch }),
  })
  if (keyFault.value) throw new Error(keyFault.value)
}

/** The row of this id. */
export function rowOf(id: string) {
  const row = rows.value.get(id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}

/** Types texts into cells of rows. */
export const type = (...texts: [id: string, column: ColumnName, text: string][]): void =>
  change(texts.map(([id, name, text]) => ({ row: rowOf(id), column: columnOf(name), text })))

/** The edits that are left: the text of each, and its fault if there is one. */
export const leftEdits = () =>
  Object.fromEntries([...edits.value].map(([cell, { text, fault }]) => [cell, fault ? [text, fault] : text]))
