import { type Preconditions, readPreconditions } from '../conditional/preconditions.ts'
import { readIdempotencyKey } from '../parameters/idempotency-key.ts'
import { type ParameterReader, type Parameters, readParameters } from '../parameters/parameters.ts'
import type { Step } from './pipeline.ts'

/** The parameters of the query, read as the endpoint says. Throws `invalid_parameter`. */
export const queryParameters = <R extends Record<string, ParameterReader<unknown>>>(
  readers: R,
): Step<object, { parameters: Parameters<R> }> => ({
  before: ({ event }) => ({ parameters: readParameters(event.rawQueryString, readers) }),
})

/** If-Match, If-None-Match, and for a POST Idempotency-Key. Throws `invalid_header`, `invalid_idempotency_key`. */
export const preconditions = (): Step<
  object,
  { preconditions: Preconditions; idempotencyKey: string | undefined }
> => ({
  before: ({ event: { headers, requestContext } }) => ({
    preconditions: readPreconditions(headers),
    idempotencyKey:
      requestContext.http.method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : undefined,
  }),
})
