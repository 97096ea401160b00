import { warmUp } from '../../data/storefront/reader.ts'
import { asTenant } from '../../data/table/calls/tenant-guard.ts'
import { type Answer, type Audience, type Preferences, representation } from './answer/answer.ts'
import { callerOf } from './caller.ts'
import { endpoint } from './endpoint.ts'
import {
  ADVERTISING,
  type ParameterReader,
  type Parameters,
  readParameters,
} from './parameters/parameters.ts'

type Readers = Record<string, ParameterReader<unknown>>

/** The request as a public handler gets it. */
export interface PublicRequest<R extends Readers> {
  businessId: string
  /** The variables of the path, percent-decoded and otherwise as sent. */
  path: Record<string, string | undefined>
  parameters: Parameters<R>
  rawQueryString: string
}

/** The result of a public handler: the JSON of a 200, and its media type if that is another one. */
export interface PublicResult {
  json: string
  headers?: Record<string, string>
  type?: string
}

/** A result that is not JSON. */
interface OtherResult {
  answer: (preferences: Preferences, audience: Audience) => Answer
}

/**
 * Makes a Lambda function out of a handler of a public route. The handler runs only for an identified business
 * and only with parameters its readers took; `business`, the query alias, is read by the authorizer alone.
 */
export function publicEndpoint<R extends Readers>(
  readers: R,
  respond: (request: PublicRequest<R>) => Promise<PublicResult | OtherResult>,
) {
  warmUp()
  const known = { ...readers, business: (text: string) => text }
  return endpoint(async ({ requestContext, rawQueryString, pathParameters: path = {}, headers: sent }) => {
    const { businessId, hasKey } = callerOf(requestContext.authorizer?.lambda)
    const parameters = readParameters(rawQueryString, known, { ignored: ADVERTISING })
    const request = { businessId, path, parameters, rawQueryString }
    const result = await asTenant(businessId, () => respond(request))
    const audience = hasKey ? 'private' : 'public'
    if ('answer' in result) return result.answer(sent, audience)
    return representation(result.json, sent, audience, result.headers, result.type)
  })
}
