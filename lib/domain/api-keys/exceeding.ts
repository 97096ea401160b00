import type { Scope } from './scopes.ts'

/** A limit of a key that can be wider than that of another. */
export type Limit = 'expires_at' | 'allowed_ips' | 'rate_limit'

/** A request would have made or changed a key with more rights than the key of the request. */
export class ExceedsOwnKey extends Error {
  override name = 'ExceedsOwnKey'
  /** Scopes of that key which the own key does not have. */
  readonly scopes: readonly string[]
  /** Its limits that are wider. */
  readonly limits: readonly Limit[]

  constructor(scopes: readonly string[], limits: readonly Limit[]) {
    super('a key with more rights')
    this.scopes = scopes
    this.limits = limits
  }
}

/** The webhook would send events that the key of the request is not allowed to read. */
export class ExceedsOwnScopes extends Error {
  override name = 'ExceedsOwnScopes'
  readonly scopes: readonly Scope[]

  constructor(scopes: readonly Scope[]) {
    super('a webhook with more rights')
    this.scopes = scopes
  }
}
