import { adminApiKey } from '../domain/admin-view.ts'
import type { ApiKey } from '../domain/api-key.ts'
import { type AdminResult, objectResult } from './answer/admin-result.ts'

/**
 * The answer that shows a new token, the only one that ever does. What is kept of it for a repetition of the call has
 * null in its place: whoever lost the answer rotates the key.
 */
export function issuedResult({ apiKey, token }: { apiKey: ApiKey; token: string | null }): AdminResult {
  const shown = { ...adminApiKey(apiKey), token }
  return objectResult(shown, { status: 201, location: `/admin/api-keys/${apiKey.id}` })
}
