import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda'
import { identify } from '../lib/api/access/identify.ts'
import type { Verdict } from '../lib/api/access/verdict.ts'
import { readCredentials } from '../lib/api/http/credentials.ts'
import { warmUp } from '../lib/data/storefront/reader.ts'
import { TableUnavailable } from '../lib/data/table/calls/table-fault.ts'
import { logLine } from '../lib/log.ts'

warmUp()

/**
 * Identifies the business of a request. Always lets the call through to its endpoint, which returns a denial
 * as a problem; an endpoint that is given no business runs nothing.
 */
export async function handler(
  event: APIGatewayRequestAuthorizerEventV2,
): Promise<{ isAuthorized: true; context: Verdict }> {
  try {
    return { isAuthorized: true, context: await identify(event.routeKey, readCredentials(event)) }
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error
    logLine('error', 'identity_unavailable', { cause: String(error.cause) })
    return { isAuthorized: true, context: { denial: 'identity_unavailable' } }
  }
}
