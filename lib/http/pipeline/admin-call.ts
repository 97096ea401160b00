import type { MiddlewareObj } from '@middy/core'
import type { CallIdentity } from '../../data/table/idempotency.ts'
import type { JsonObject } from '../../domain/body/json-object.ts'
import type { Answer } from '../answer/answer.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import type { KeyHolder } from '../caller.ts'
import type { Preconditions } from '../conditional/preconditions.ts'

/** The results of the middlewares on a request, in the order in which they run. */
interface AdminCall<P, B> {
  /** Headers of the answer, whatever that turns out to be. */
  headers: Record<string, string>
  caller?: KeyHolder
  /** Takes the tokens of a call that costs this many. Throws `rate_limited`. */
  pay?: (cost: number) => Promise<void>
  /** Gives back tokens that the call has paid and does not cost after all; there if it has paid more than one. */
  giveBack?: (tokens: number) => Promise<void>
  parameters?: P
  preconditions?: Preconditions
  idempotencyKey?: string | undefined
  /** The JSON of the body, parsed and not yet checked. */
  json?: { value: unknown }
  /** The body as it was sent, with what the path says of it. */
  sent?: JsonObject
  /** The body, checked, as the handler gets it. */
  judged?: { body: B }
  /** The call under its Idempotency-Key, if it has one. */
  identity?: CallIdentity | undefined
}

/** An event on its way through the pipeline. */
export interface AdminEvent<P = unknown, B = unknown> extends ApiEvent {
  call: AdminCall<P, B>
}

export type AdminMiddleware<P = unknown, B = unknown> = MiddlewareObj<AdminEvent<P, B>, Answer>

/** The result of an earlier middleware. Throws if it is missing: then the pipeline is in the wrong order. */
export function requireFound<C extends object, N extends keyof C & string>(
  call: C,
  name: N,
): NonNullable<C[N]> {
  const value = call[name]
  if (value === undefined || value === null) throw new Error(`no middleware has found ${name} yet`)
  return value
}
