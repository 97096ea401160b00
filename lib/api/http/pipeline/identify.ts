import type { Actor } from '../../../data/table/actor.ts'
import { type KeyHolder, keyHolderOf } from '../caller.ts'
import type { Step } from './pipeline.ts'

/** Reads the business and the API key from the authorizer's verdict. Throws the problem of a denial. */
export const identify = (): Step<object, { caller: KeyHolder }> => ({
  before: ({ event }) => ({ caller: keyHolderOf(event.requestContext.authorizer?.lambda) }),
})

/**
 * The API key of a request, as the authorizer's context says: its name is percent-encoded there, so that the context is
 * ASCII whatever the name is. Null for the name if it cannot be read: tokens that were stored before names have none.
 */
export const actorOf = ({ key_id, key_name }: Record<string, unknown> = {}): Actor => ({
  kind: 'api_key',
  key_id: `${key_id}`,
  key_name: typeof key_name === 'string' ? decoded(key_name) : null,
})

function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name)
  } catch {
    return null
  }
}
