import type { components } from '../../api.ts'
import { unwrap } from '../../problem.ts'
import type { Connection } from '../connection.ts'

/** An import of the API: a file that the API brings into the business. */
export type ImportJob = components['schemas']['Import']
/** A row that was refused or left out, and why. */
export type ImportFault = components['schemas']['ImportFault']

/** A slow line needs this long for the largest file. */
const UPLOAD_MS = 300_000

/** True while more can happen to the rows of an import. */
export const isRunning = ({ status }: ImportJob): boolean => status === 'queued' || status === 'running'

/** Sends a file. The client adds the `Idempotency-Key` by which a lost response can be requested again. Throws `StorefrontError`. */
export async function sendImport(
  { send }: Connection,
  query: URLSearchParams,
  body: Uint8Array<ArrayBuffer>,
): Promise<ImportJob> {
  const headers = { 'content-type': 'application/gzip' }
  const init = { method: 'POST', body, headers }
  return (await send(`/admin/imports?${query}`, init, { timeoutMs: UPLOAD_MS })).json()
}

/** The import as it is now. Throws `StorefrontError`. */
export const readImport = ({ client }: Connection, id: string): Promise<ImportJob> =>
  unwrap(client.GET('/admin/imports/{id}', { params: { path: { id } } }))

/** Requests that an import stops; one that is over stays as it is. Throws `StorefrontError`. */
export const cancelImport = ({ client }: Connection, id: string): Promise<ImportJob> =>
  unwrap(client.POST('/admin/imports/{id}/cancel', { params: { path: { id } } }))

/** The rows that were refused or left out, in the order of the file. Throws `StorefrontError`. */
export async function* importFaults({ client }: Connection, id: string): AsyncGenerator<ImportFault> {
  let cursor: string | null | undefined
  do {
    const query = { limit: 200, ...(cursor && { cursor }) }
    const page = await unwrap(client.GET('/admin/imports/{id}/faults', { params: { path: { id }, query } }))
    yield* page.data
    cursor = page.next_cursor
  } while (cursor)
}
