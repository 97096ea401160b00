import { randomBytes } from 'node:crypto'
import type { ApiDefinition } from '../template/api-definition.ts'
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { GatewayRequest } from './request.ts'
import { cutAtQuestionMark, type RouteMatch } from './routes.ts'

/** A request with its route: the source of its events for authorizer and function. */
export interface Routed {
  api: ApiDefinition
  request: GatewayRequest
  match: RouteMatch
  requestId: string
  traceId: string
  /** the port this gateway listens on */
  port: number
}

/**
 * The event of a Lambda proxy integration, payload format 2.0, with the context that the authorizer handed over.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 * How the service fills it was compared with payloads captured from it: https://github.com/hotsock/voker/pull/8
 */
export function integrationEvent(routed: Routed, authorizerContext: JsonObject | undefined): JsonObject {
  const { body, headers } = routed.request
  const isText = isTextual(headers.find(([name]) => name === 'content-type')?.[1])
  const authorizer = authorizerContext && { authorizer: { lambda: authorizerContext } }
  return {
    version: '2.0',
    ...requestPart(routed),
    requestContext: { ...requestContext(routed), ...authorizer },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

/**
 * The event of a Lambda authorizer, payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export function authorizerEvent(routed: Routed): JsonObject {
  const { api, request } = routed
  const route = `${api.apiId}/$default/${request.method}${decodedPath(request.path)}`
  return {
    version: '2.0',
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${route}`,
    identitySource: null,
    ...requestPart(routed),
    requestContext: requestContext(routed),
  }
}

/** An id in the form the service makes them: 16 characters, the last of them `=`. */
export function newRequestId(): string {
  return randomBytes(11).toString('base64')
}

/** https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader */
export function newTraceId(): string {
  return `Root=1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`
}

function requestPart({ api, request, match, traceId, port }: Routed): JsonObject {
  const cookies = request.headers
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(/;\s*/))
  const query = joined([...new URLSearchParams(request.rawQueryString)])
  return {
    routeKey: match.route.routeKey,
    rawPath: decodedPath(request.path),
    rawQueryString: request.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: eventHeaders(request, traceId, port),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(match.pathParameters && { pathParameters: match.pathParameters }),
    ...(api.stageVariables && { stageVariables: api.stageVariables }),
  }
}

// They concern one connection, or are replaced by what the gateway itself says about it.
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'cookie',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-port',
  'x-forwarded-proto',
])

function eventHeaders(
  { headers, body, sourceIp }: GatewayRequest,
  traceId: string,
  port: number,
): JsonObject {
  const kept = headers.filter(([name]) => !OWN_HEADERS.has(name))
  if (!kept.some(([name]) => name === 'x-amzn-trace-id')) kept.push(['x-amzn-trace-id', traceId])
  return joined([
    ...kept,
    ['content-length', String(body.length)],
    ['x-forwarded-for', sourceIp],
    ['x-forwarded-port', String(port)],
    ['x-forwarded-proto', 'http'],
  ])
}

/** Values of one name joined with commas, in the order they came. */
function joined(pairs: [string, string][]): { [name: string]: string } {
  const byName = new Map<string, string[]>()
  for (const [name, value] of pairs) byName.set(name, [...(byName.get(name) ?? []), value])
  return Object.fromEntries([...byName].map(([name, values]): [string, string] => [name, values.join(',')]))
}

function requestContext({ api, request, match, requestId }: Routed): JsonObject {
  const header = (wanted: string) => request.headers.find(([name]) => name === wanted)?.[1] ?? ''
  const domainName = header('host').replace(/:\d+$/, '')
  return {
    accountId: ACCOUNT_ID,
    apiId: api.apiId,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    http: {
      method: request.method,
      path: decodedPath(request.path),
      protocol: request.protocol,
      sourceIp: request.sourceIp,
      userAgent: header('user-agent'),
    },
    requestId,
    routeKey: match.route.routeKey,
    stage: '$default',
    time: commonLogTime(request.time),
    timeEpoch: request.time.getTime(),
  } satisfies { [name: string]: Json }
}

/** Unlike REST APIs, an HTTP API hands the path over percent-decoded. */
function decodedPath(path: string): string {
  return cutAtQuestionMark(decodeURIComponent(path))
}

/** `10/Jul/2026:19:19:05 +0000` */
function commonLogTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ')
  return `${day}/${month}/${year}:${clock} +0000`
}

/**
 * AWS does not document which content types are text. This is what was measured on the service in
 * https://github.com/ministackorg/ministack/pull/766: everything else comes as base64, `+json` types, forms and a
 * body without a content type included. What is text is a JSON string for Lambda: bytes that are not UTF-8 have become
 * U+FFFD by then, as `toString` makes them here.
 */
function isTextual(contentType: string | undefined): boolean {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return mediaType.startsWith('text/') || /^application\/(json|xml|javascript)$/.test(mediaType)
}
