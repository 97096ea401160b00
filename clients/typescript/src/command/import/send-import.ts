import { type ImportJob, UPLOAD_MS } from '../../imports.ts'
import type { Connection } from '../connection.ts'

/** Sends a file. The client adds the `Idempotency-Key` by which a lost response can be requested again. Throws `StorefrontError`. */
export async function sendImport(
  { send }: Connection,
  query: URLSearchParams,
  body: Uint8Array<ArrayBuffer>,
): Promise<ImportJob> {
  const headers = { 'content-type': 'application/gzip' }
  const init = { method: 'POST', body, headers }
  const response = await send(`/admin/imports?${query}`, init, { timeoutMs: UPLOAD_MS })
  return (await response.json()) as ImportJob
}
