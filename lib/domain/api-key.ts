import * as v from 'valibot'
import { SCOPES } from './scopes.ts'
import { time, trimmedText } from './text.ts'

/** What the operator gives to issue a key. */
export const newApiKey = v.strictObject(
  {
    name: trimmedText(1, 100),
    scopes: v.pipe(
      v.array(v.picklist(SCOPES, `must be one of ${SCOPES.join(', ')}`), 'must be an array'),
      v.minLength(1, 'must name at least one scope'),
      v.transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
    ),
    expires_at: v.optional(v.nullable(time), null),
  },
  'must be an object with known fields only',
)

export type NewApiKey = v.InferOutput<typeof newApiKey>

/** An API key as stored. The token itself is nowhere: only its digest, in an item of its own. */
export interface ApiKey extends NewApiKey {
  id: string
  /** The token's first 8 and last 4 characters, enough to recognize it in a list. */
  prefix: string
  last4: string
  created_at: string
  revoked_at: string | null
}
