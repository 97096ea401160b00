import packageOfServer from '../../../package.json' with { type: 'json' }
import { allows } from '../../domain/api-keys/scopes.ts'
import { apiUrl } from '../../environment.ts'
import { faultFields, logLine } from '../../log.ts'
import type { ApiEvent } from '../http/answer/outcome.ts'
import { requireMediaType } from '../http/body/media-type.ts'
import { callerOf, keyHolderOf } from '../http/caller.ts'
import { endpoint } from '../http/endpoint.ts'
import { readParameters } from '../http/parameters/parameters.ts'
import { bodyTooLarge } from '../http/problems/problems.ts'
import { ownApi, type ToolCall } from './own-api.ts'
import { type McpServer, reply } from './protocol.ts'
import type { Tool } from './tool.ts'

const MOST_BYTES = 256 * 1024
/** How long a call may take in all: the function ends after 28 s. */
export const CALL_MS = 25_000

let callApi: ReturnType<typeof ownApi> | undefined

/**
 * Makes the Lambda function of `POST /mcp` out of all tools. A client has those that its identification allows: without a key the
 * ones without a scope. It is refused by a problem if it is not identified, its query is wrong, or its body is of another type or
 * too large; every other response is JSON-RPC. No page can send a message: what forms can send is refused, and for JSON a page
 * needs a preflight that it does not get.
 */
export const mcpEndpoint = (instructions: string, tools: readonly Tool[]) =>
  endpoint(
    async (event, { context, beganMs }) => {
      const { identification, scopes } = clientOf(event)
      readParameters(event.rawQueryString, { business: (text: string) => text })
      requireMediaType(event.headers['content-type'], ['application/json'])
      const text = bodyOf(event)
      const call = { identification, requestId: context.awsRequestId, endsAtMs: beganMs + CALL_MS }
      const allowed = tools.filter((tool) => isAllowed(tool, scopes))
      const { status, body } = await reply(event.headers, text, serverOf(instructions, allowed, call))
      return {
        statusCode: status,
        headers: {
          'cache-control': 'no-store',
          ...(body && { 'content-type': 'application/json; charset=utf-8' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }
    },
    { hasPages: false },
  )

/** True if a key with these scopes has one that is enough for a tool. */
const isAllowed = ({ scope }: Tool, scopes: readonly string[]) =>
  scope === undefined || [scope].flat().some((one) => allows(scopes, one))

/** The client of a request, with the scopes of its key. Throws the problem of a denial. */
function clientOf({ headers, requestContext }: ApiEvent): {
  identification: ToolCall['identification']
  scopes: readonly string[]
} {
  const verdict = requestContext.authorizer?.lambda
  const { businessId, hasKey } = callerOf(verdict)
  if (!hasKey) return { identification: { 'x-public-business-uuid': businessId }, scopes: [] }
  const { scopes } = keyHolderOf(verdict).apiKey
  return { identification: { authorization: `${headers.authorization}` }, scopes }
}

/** Replaces bytes that are not UTF-8, here or at the gateway: with them a message would say what no client sent. */
const REPLACEMENT = '\ufffd'

/** The body as text; one that is not UTF-8 is empty, which is not JSON either. Throws `body_too_large`. */
function bodyOf({ body = '', isBase64Encoded }: ApiEvent): string {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > MOST_BYTES)
    throw bodyTooLarge({ detail: `A body can have at most ${MOST_BYTES} bytes.` })
  const text = bytes.toString()
  return text.includes(REPLACEMENT) ? '' : text
}

function serverOf(instructions: string, tools: readonly Tool[], toolCall: ToolCall): McpServer {
  return {
    version: packageOfServer.version,
    instructions,
    tools: tools.map(({ name, description, annotations, inputSchema }) => ({
      name,
      description,
      annotations,
      inputSchema,
    })),
    async call(name, args) {
      const tool = tools.find((one) => one.name === name)
      if (!tool) throw new Error(`there is no tool ${name}`)
      callApi ??= ownApi(apiUrl())
      return tool.run(callApi(toolCall), args)
    },
    noteBug(error) {
      const { requestId: request_id } = toolCall
      // The response is 200: the alarm counts this line.
      logLine('error', 'tool', { request_id, status: 500, ...faultFields(error) })
      return { request_id }
    },
  }
}
