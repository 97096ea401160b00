import * as v from 'valibot'
import { validator } from '../body/resource.ts'
import { InvalidFields } from '../body/rule-breaks.ts'
import { knownMembers, time } from '../text/text.ts'

/** A request to send failed deliveries again: those of the events from one time to another, which is not included. */
export const redelivery = knownMembers({
  status: v.literal('failed', 'must be failed'),
  from: time,
  until: v.optional(time),
})

export type Redelivery = v.InferOutput<typeof redelivery>

/** The most deliveries that one request sends again: each takes two of the 100 items of a transaction (decision 0044). */
export const MOST_REDELIVERED = 40

/** The outcome of such a request. */
export interface Redelivered {
  /** How many deliveries are sent again. */
  count: number
  has_more: boolean
  /** The `from` of the next request; null at the end. */
  next_from: string | null
}

const readShape = validator(redelivery)

/** Reads such a request. Throws `InvalidFields`. */
export function readRedelivery(body: unknown): Redelivery {
  const read = readShape(body)
  if (read.until !== undefined && read.until <= read.from)
    throw new InvalidFields([{ code: 'invalid', detail: 'must be later than "from"', path: ['until'] }])
  return read
}
