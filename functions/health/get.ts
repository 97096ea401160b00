import { endpoint } from '../../lib/api/http/endpoint.ts'
import { ADVERTISING, readParameters } from '../../lib/api/http/parameters/parameters.ts'

/** GET /health: says that gateway and functions respond. Looks at no tenant and no data. */
export const handler = endpoint(async (event) => {
  readParameters(event.rawQueryString, {}, { ignored: ADVERTISING })
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: '{"status":"ok"}',
  }
})
