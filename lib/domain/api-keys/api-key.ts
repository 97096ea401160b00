import * as v from 'valibot'
import { judgedBy, type Resource, validator } from '../body/resource.ts'
import { listOf } from '../text/list.ts'
import { nameLine } from '../text/name.ts'
import { closedObject, integer, knownMembers, time } from '../text/text.ts'
import { addressRange } from './address-range.ts'
import { SCOPES } from './scopes.ts'

/** The rate limit of a key without one of its own: requests per second in the long run, and at once. */
export const DEFAULT_RATE_LIMIT = { per_second: 20, burst: 100 }

const MOST_RANGES = 50

const name = nameLine(100)

const scopes = v.pipe(
  listOf(
    v.picklist(SCOPES, `must be one of ${SCOPES.join(', ')}`),
    SCOPES.length,
    `must have at most ${SCOPES.length} scopes`,
  ),
  v.minLength(1, 'must name at least one scope'),
  v.transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
)

const allowedIps = v.pipe(
  listOf(addressRange, MOST_RANGES, `must have at most ${MOST_RANGES} ranges`),
  v.transform((ranges) => [...new Set(ranges)]),
)

const rateLimit = closedObject({ per_second: integer(1, 1_000), burst: integer(1, 10_000) })

/**
 * The body of a request that creates a key. A member that is left out is as for the key that makes it, or unlimited.
 */
export const newApiKey = knownMembers({
  name,
  scopes,
  expires_at: v.optional(v.nullable(time)),
  allowed_ips: v.optional(allowedIps),
  rate_limit: v.optional(rateLimit),
})

export type NewApiKey = v.InferOutput<typeof newApiKey>

/** The settings of a key. `expires_at` null: it never expires; `allowed_ips` empty: it works from every address. */
export const settings = knownMembers({
  name,
  scopes,
  expires_at: v.optional(v.nullable(time), null),
  allowed_ips: v.optional(allowedIps, []),
  rate_limit: v.optional(rateLimit, DEFAULT_RATE_LIMIT),
})

export type ApiKeySettings = v.InferOutput<typeof settings>

/** True if a value from the table is a key's settings. */
export const isSettings = (said: unknown): said is ApiKeySettings => v.is(settings, said)

/** The rules of today that a stored key's name breaks. */
export const faultsOfName = (said: string): string[] =>
  (v.safeParse(name, said).issues ?? []).map(({ message }) => `name ${message}`)

/** An API key as stored. The token itself is nowhere: only its digest, in an item of its own. */
export interface ApiKey extends ApiKeySettings {
  id: string
  /** The token's first 8 and last 4 characters, enough to recognize it in a list. */
  prefix: string
  last4: string
  revoked_at: string | null
  /** When the token before the last rotation ends, or ended; null if that one ended with the rotation. */
  previous_expires_at: string | null
  /** When it last called `/admin`. */
  last_used_at: string | null
  created_at: string
  updated_at: string
  version: number
}

const READ_ONLY = [
  'id',
  'prefix',
  'last4',
  'revoked_at',
  'previous_expires_at',
  'last_used_at',
  'created_at',
  'updated_at',
  'version',
]

const SAMPLE = { name: 'A name', scopes: ['products:read'] }

/** How bodies become new keys. */
export const NEW_API_KEY: Resource<NewApiKey> = {
  ...judgedBy(newApiKey),
  writable: Object.keys(newApiKey.entries),
  readOnly: READ_ONLY,
  kept: [],
  sample: SAMPLE,
}

/** How patches become what is said of a key. */
export const API_KEY: Resource<ApiKeySettings> = {
  ...judgedBy(settings),
  writable: Object.keys(settings.entries),
  readOnly: READ_ONLY,
  kept: ['rate_limit'],
  sample: { ...SAMPLE, rate_limit: DEFAULT_RATE_LIMIT },
}

export const rotation = knownMembers({
  overlap_seconds: v.optional(integer(0, 7 * 24 * 60 * 60), 24 * 60 * 60),
})

/** Reads the body of a rotation: for how long the previous token still works. Throws `InvalidFields`. */
export const readRotation = validator(rotation)

/** True if a key can do something at this time. */
export const isLive = (key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: Date): boolean =>
  key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > now.getTime())

/** True if a key can always and from everywhere make and change keys: one such key must stay. */
export const isAdmin = (key: ApiKeySettings): boolean =>
  key.scopes.includes('api_keys:write') && key.expires_at === null && key.allowed_ips.length === 0
