/** The parts of a problem that differ between deployments. */
interface Addresses {
  /** Requests with a key go there. */
  baseUrl: string
  /** The page that explains every problem code. */
  documentationUrl: string
}

/**
 * The code of the function that CloudFront runs before each request (runtime `cloudfront-js-2.0`: no import, 10 KB at
 * most). A request with a key is refused, because nothing else keeps a key, or its response, out of the cache. Its 403 has
 * the CORS header, so that a page can read why. The console, which sends a key with every request, is at the API's own
 * address only.
 */
export const viewerFunctionCode = ({ baseUrl, documentationUrl }: Addresses): string => `
const toConsole = {
  statusCode: 302,
  statusDescription: 'Found',
  headers: {
    'cache-control': { value: 'no-store' },
    location: { value: ${JSON.stringify(`${baseUrl}/docs/console`)} },
  },
}

function handler(event) {
  const request = event.request
  if (!request.headers.authorization) return /\\/docs\\/console$/.test(request.uri) ? toConsole : request
  const problem = {
    type: ${JSON.stringify(`${documentationUrl}#key_at_the_edge`)},
    title: 'Key at the edge',
    status: 403,
    detail: 'This address serves reads without an API key. Remove the Authorization header, or send the request to ' + ${JSON.stringify(baseUrl)} + '.',
    code: 'key_at_the_edge',
    request_id: event.context.requestId,
  }
  return {
    statusCode: 403,
    statusDescription: 'Forbidden',
    headers: {
      'access-control-allow-origin': { value: '*' },
      'cache-control': { value: 'no-store' },
      'content-type': { value: 'application/problem+json' },
    },
    body: { encoding: 'text', data: JSON.stringify(problem) },
  }
}
`
