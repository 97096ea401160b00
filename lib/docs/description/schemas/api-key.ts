import { adminApiKey } from '../../../domain/admin-view.ts'
import { API_KEY, NEW_API_KEY, newApiKey, rotation, settings } from '../../../domain/api-keys/api-key.ts'
import { SCOPES } from '../../../domain/api-keys/scopes.ts'
import { closed, fromValibot, membersOf, nullable, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { answered, described, growing, input, nameText, pick, STAMPS, TIME, UUID } from './members.ts'

const TEXTS: Record<keyof ReturnType<typeof adminApiKey>, string> = {
  id: 'Stays the same through every rotation.',
  name: nameText('The purpose of the key'),
  prefix: "The token's first 8 characters.",
  last4: "The token's last 4 characters.",
  scopes: 'The rights of the key; `write` includes `read`.',
  expires_at: 'When the key stops working; null means never.',
  allowed_ips:
    'The addresses from which the key can be used: ranges (CIDR) or single addresses. An empty list allows every address.',
  rate_limit: 'How many requests the key can send: `per_second`, and a `burst` at once.',
  revoked_at: 'When the key was revoked; null if it was not.',
  previous_expires_at:
    'When the previous token stops working; null if it stopped at the rotation or there was none.',
  last_used_at: 'The time of the last request under `/admin`; up to one minute late.',
  created_at: 'The time of creation.',
  updated_at: 'The time of the last change.',
  version: 'A number that grows by one with every change.',
}

const RATE_LIMIT_TEXTS = {
  per_second: 'Requests per second.',
  burst: 'Requests at once, after a pause.',
}

const { rate_limit: limit } = membersOf(newApiKey)
const rateLimit = described(RATE_LIMIT_TEXTS, limit?.properties ?? {})
const NewRateLimit = input(rateLimit, Object.keys(rateLimit))

/** The members of requests, with the schemas of nested objects by name. */
const named = (members: Record<string, JsonSchema>) =>
  described(TEXTS, {
    ...members,
    scopes: { ...members.scopes, items: ref('Scope') },
    rate_limit: ref('NewRateLimit'),
  })

const shown = described(TEXTS, {
  ...answered(membersOf(settings)),
  id: UUID,
  prefix: { type: 'string', minLength: 8, maxLength: 8 },
  last4: { type: 'string', minLength: 4, maxLength: 4 },
  scopes: { type: 'array', items: ref('Scope'), minItems: 1, uniqueItems: true },
  rate_limit: ref('RateLimit'),
  expires_at: nullable(TIME),
  revoked_at: nullable(TIME),
  previous_expires_at: nullable(TIME),
  last_used_at: nullable(TIME),
  ...STAMPS,
})

const ROTATION_TEXTS = { overlap_seconds: 'How long the previous token still works.' }

const TOKEN: JsonSchema = {
  type: ['string', 'null'],
  pattern: '^sfk_[0-9A-Za-z]{49}$',
  description:
    'The token of the key, which is never shown again. Null if the request is retried with its Idempotency-Key; if you have lost the token, rotate the key.',
}

export const API_KEY_SCHEMAS: Record<string, JsonSchema> = {
  ApiKeyList: listOf(ref('ApiKey')),
  Scope: growing(SCOPES, 'A right of an API key; `write` includes `read`.'),
  RateLimit: closed(rateLimit),
  NewRateLimit,
  RateLimitPatch: patchOf(NewRateLimit),
  ApiKey: closed(shown),
  IssuedApiKey: closed({ ...shown, token: TOKEN }),
  NewApiKey: input(pick(named(membersOf(newApiKey)), NEW_API_KEY.writable), ['name', 'scopes']),
  ApiKeyPatch: patchOf(input(named(membersOf(settings)), ['name', 'scopes']), [
    'name',
    'scopes',
    ...API_KEY.kept,
  ]),
  Rotation: {
    ...fromValibot(rotation),
    properties: described(ROTATION_TEXTS, membersOf(rotation)),
  },
}

/** An API key in the admin view. */
export const AN_API_KEY = adminApiKey({
  id: '01a1f860-1b2c-7d3e-8f40-5a6b7c8d9e0f',
  name: 'Nightly sync',
  prefix: 'sfk_3fQ9',
  last4: 'x8Zk',
  scopes: ['products:read', 'products:write'],
  expires_at: null,
  allowed_ips: ['203.0.113.0/24'],
  rate_limit: { per_second: 20, burst: 100 },
  revoked_at: null,
  previous_expires_at: null,
  last_used_at: '2026-11-20T10:12:05.377Z',
  created_at: '2026-11-20T09:52:00.000Z',
  updated_at: '2026-11-20T09:52:00.000Z',
  version: 1,
})

/** An API key with its token, as in the response to its creation. The token has the right length and belongs to nobody. */
export const AN_ISSUED_KEY = {
  ...AN_API_KEY,
  last_used_at: null,
  token: `sfk_${'ThisHasTheShapeOfOneAndIsNobodysTokenAtAll'.padEnd(49, 'x')}`,
}
