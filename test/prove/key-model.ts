import type { Run } from './run.ts'

/** The rights of a key, in a small world in which everything is easily compared. */
export interface Powers {
  scopes: string[]
  expires_at: string | null
  allowed_ips: string[]
  rate_limit: { per_second: number; burst: number }
}

/** A key as it should be. */
export interface ModelKey extends Powers {
  id: string
  isRevoked: boolean
  /** The tokens that should work. */
  tokens: string[]
}

const SCOPES = ['products:read', 'products:write', 'api_keys:read', 'api_keys:write', 'events:read']
const IN_HOURS = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Nothing ends within a run; narrower and narrower, all around where the calls come from. */
const ENDS = [null, IN_HOURS(1_000), IN_HOURS(500)]
const ADDRESSES = [[], ['127.0.0.0/8'], ['127.0.0.1/32']]
const PACES = [
  { per_second: 1_000, burst: 10_000 },
  { per_second: 500, burst: 5_000 },
]

/** Any of all powers there are; more often than not enough to handle keys. */
export const anyPowers = (run: Run): Powers => ({
  scopes: [
    ...(run.below(3) > 0 ? ['api_keys:write'] : []),
    ...SCOPES.filter(() => run.below(2) === 0),
  ].filter((scope, n, all) => all.indexOf(scope) === n),
  expires_at: run.oneOf(ENDS),
  allowed_ips: run.oneOf(ADDRESSES),
  rate_limit: run.oneOf(PACES),
})

const holds = ({ scopes }: Powers, scope: string) =>
  scopes.includes(scope) || scopes.includes(scope.replace('read', 'write'))

const lacksScope = (key: Powers, by: Powers) => key.scopes.some((scope) => !holds(by, scope))

/** Positions in lists that go from wide to narrow. */
const rank = <T>(list: readonly T[], value: T) =>
  list.findIndex((one) => JSON.stringify(one) === JSON.stringify(value))

const isWider = (key: Powers, by: Powers) =>
  rank(ENDS, key.expires_at) < rank(ENDS, by.expires_at) ||
  rank(ADDRESSES, key.allowed_ips) < rank(ADDRESSES, by.allowed_ips) ||
  key.rate_limit.burst > by.rate_limit.burst

/** The refusal of a key that wants to make or change one with these rights; undefined if it is allowed. */
export function refusalOf(key: Powers, by: Powers): string | undefined {
  if (lacksScope(key, by)) return '403 insufficient_scope'
  return isWider(key, by) ? '403 exceeds_own_key' : undefined
}

/** True if a change takes something away at most. */
export const isNarrowing = (before: Powers, after: Powers) =>
  !lacksScope(after, before) && !isWider(after, before)

export const mayHandleKeys = (key: ModelKey) => !key.isRevoked && holds(key, 'api_keys:write')

const isAdmin = (key: ModelKey) =>
  mayHandleKeys(key) && key.expires_at === null && key.allowed_ips.length === 0

/** True if no key would be left that can always make others. */
export const leavesNoAdmin = (keys: readonly ModelKey[], changed: ModelKey) =>
  !keys.some((key) => isAdmin(key.id === changed.id ? changed : key))
