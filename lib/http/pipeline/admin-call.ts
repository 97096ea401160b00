import type { MiddlewareObj } from '@middy/core'
import type { CallIdentity } from '../../data/table/idempotency.ts'
import type { JsonObject } from '../../domain/body/json-object.ts'
import type { Answer } from '../answer/answer.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import type { KeyHolder } from '../caller.ts'
import type { Preconditions } from '../conditional/preconditions.ts'

/** What the middlewares find out about a call, in the order in which they do. */
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
  /** What the handler gets of the body. */
  judged?: { body: B }
  /** The call under its Idempotency-Key, if it has one. */
  identity?: CallIdentity | undefined
}

/** An event on its way through the pipeline. */
export interface AdminEvent<P = unknown, B = unknown> extends ApiEvent {
  call: AdminCall<P, B>
}

export type AdminMiddleware<P = unknown, B = unknown> = MiddlewareObj<AdminEvent<P, B>, Answer>

/** What an earlier middleware has found out. Throws if it has not: the pipeline is in the wrong order. */
export function found<C extends object, N extends keyof C & string>(call: C, name: N): NonNullable<C[N]> {
  const value = call[name]
  if (value === undefined || value === null) throw new Error(`no middleware has found ${name} yet`)
  return value
}
