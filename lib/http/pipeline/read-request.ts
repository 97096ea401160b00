import { readPreconditions } from '../conditional/preconditions.ts'
import { readIdempotencyKey } from '../parameters/idempotency-key.ts'
import { type ParameterReader, type Parameters, readParameters } from '../parameters/parameters.ts'
import type { AdminMiddleware } from './admin-call.ts'

/** The parameters of the query, read as the endpoint says. Throws `invalid_parameter`. */
export const queryParameters = <R extends Record<string, ParameterReader<unknown>>>(
  readers: R,
): AdminMiddleware<Parameters<R>> => ({
  before: ({ event }) => {
    event.call.parameters = readParameters(event.rawQueryString, readers)
  },
})

/** If-Match, If-None-Match, and for a POST Idempotency-Key. Throws `invalid_header`, `invalid_idempotency_key`. */
export const preconditions = (): AdminMiddleware => ({
  before: ({ event: { call, headers, requestContext } }) => {
    call.preconditions = readPreconditions(headers)
    if (requestContext.http.method === 'POST')
      call.idempotencyKey = readIdempotencyKey(headers['idempotency-key'])
  },
})
