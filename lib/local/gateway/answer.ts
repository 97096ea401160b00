import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from '../template/json.ts'

/** The response to the client. */
export interface GatewayAnswer {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** `{"message": …}`, the only form of the gateway's own responses: an HTTP API has no way to shape them. */
export function gatewayMessage(status: number, message: string): GatewayAnswer {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({ message })),
  }
}

/**
 * Reads a function's response, JSON text in payload format 2.0. One without `statusCode` is itself the body of a 200.
 * Undefined when the response has not the format, which the service turns into a 500.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function readAnswer(payload: string): GatewayAnswer | undefined {
  const answer: Json = JSON.parse(payload)
  if (!isJsonObject(answer) || answer.statusCode === undefined) {
    const body = Buffer.from(typeof answer === 'string' ? answer : payload)
    return { status: 200, headers: [['content-type', 'application/json']], body }
  }
  const status = Number(answer.statusCode)
  const headers = readHeaders(answer)
  const body = readBody(answer)
  if (!Number.isInteger(status) || status < 200 || status > 599 || !headers || !body) return undefined
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type')
  if (!typed && body.length > 0) headers.push(['content-type', 'text/plain;charset=utf-8'])
  return { status, headers, body }
}

// The gateway's own to say: they describe the connection to the client.
const DROPPED_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

function readHeaders({ headers, cookies }: JsonObject): [string, string][] | undefined {
  const entries = Object.entries(isJsonObject(headers) ? headers : {})
  const isValid = entries.every(([, value]) => value !== null && typeof value !== 'object')
  const cookieList = cookies ?? []
  if (!isValid || !Array.isArray(cookieList)) return undefined
  return [
    ...entries
      .filter(([name]) => !DROPPED_HEADERS.has(name.toLowerCase()))
      .map(([name, value]): [string, string] => [name, String(value)]),
    ...cookieList.map((cookie): [string, string] => ['set-cookie', String(cookie)]),
  ]
}

function readBody({ body, isBase64Encoded }: JsonObject): Buffer | undefined {
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (typeof body !== 'string') return undefined
  return Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8')
}
