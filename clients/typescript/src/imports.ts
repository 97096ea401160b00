import type { components } from './api.ts'
import type { Methods } from './calls.ts'
import { unwrap } from './problem.ts'

/** An import of the API: a file that the API brings into the business. */
export type ImportJob = components['schemas']['Import']
/** A row that was refused or left out, and why. */
export type ImportFault = components['schemas']['ImportFault']

/** The most bytes of a file as it is sent. */
export const MOST_SENT_BYTES = 4_400 * 1024
/** The most bytes of a file that is not compressed. */
export const MOST_UNPACKED_BYTES = 40 * 1024 * 1024

/** The most rows of a file. */
export const MOST_ROWS = 500_000

/** A slow line needs this long for the largest file. */
export const UPLOAD_MS = 300_000
/** Between two looks at an import that is being carried out. */
export const POLL_MS = 1_000

/** True for the beginning of a file that is compressed with gzip (RFC 1952 §2.3.1). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** True while more can happen to the rows of an import. */
export const isRunning = ({ status }: ImportJob): boolean => status === 'queued' || status === 'running'

/** The import as it is now. Throws `StorefrontError`. */
export const readImport = (
  client: Pick<Methods, 'GET'>,
  id: string,
  signal?: AbortSignal,
): Promise<ImportJob> =>
  unwrap(client.GET('/admin/imports/{id}', { params: { path: { id } }, ...(signal && { signal }) }))

/** Requests that an import stops; one that is over stays as it is. Throws `StorefrontError`. */
export const cancelImport = (client: Pick<Methods, 'POST'>, id: string): Promise<ImportJob> =>
  unwrap(client.POST('/admin/imports/{id}/cancel', { params: { path: { id } } }))

/** The rows that were refused or left out, in the order of the file. Throws `StorefrontError`. */
export async function* importFaults(client: Pick<Methods, 'GET'>, id: string): AsyncGenerator<ImportFault> {
  let cursor: string | null | undefined
  do {
    const query = { limit: 200, ...(cursor && { cursor }) }
    const page = await unwrap(client.GET('/admin/imports/{id}/faults', { params: { path: { id }, query } }))
    yield* page.data
    cursor = page.next_cursor
  } while (cursor)
}
