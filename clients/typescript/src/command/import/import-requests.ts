import type { Connection } from '../connection.ts'
import type { ImportFault, ImportJob } from './import-job.ts'

/** A slow line needs this long for the largest file. */
const UPLOAD_MS = 300_000

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
export const readImport = async ({ send }: Connection, id: string): Promise<ImportJob> =>
  (await send(`/admin/imports/${id}`)).json()

/** Requests that an import stops. Throws `StorefrontError`. */
export const cancelImport = async ({ send }: Connection, id: string): Promise<ImportJob> =>
  (await send(`/admin/imports/${id}/cancel`, { method: 'POST' })).json()

/** The rows that were refused or left out, in the order of the file. Throws `StorefrontError`. */
export async function* importFaults({ send }: Connection, id: string): AsyncGenerator<ImportFault> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '200', ...(cursor !== '' && { cursor }) })
    const page: { data: ImportFault[]; next_cursor: string | null } = await (
      await send(`/admin/imports/${id}/faults?${query}`)
    ).json()
    yield* page.data
    cursor = page.next_cursor
  }
}
