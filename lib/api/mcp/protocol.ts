import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { repeated } from './shown.ts'
import type { ToolResult } from './tool.ts'

/** The revision that says its version with each request and has no sessions. https://modelcontextprotocol.io/specification/2026-07-28 */
const MODERN = '2026-07-28'
/** The revisions before it, newest first. Their clients begin with `initialize`, which begins no session here. */
const LEGACY = ['2025-11-25', '2025-06-18']
const ALL = [MODERN, ...LEGACY]

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** How long a client may keep the list of tools, in milliseconds. It depends on the scopes of its key: no one else may keep it. */
const TO_CACHE = { ttlMs: 300_000, cacheScope: 'private' }

/** The server behind the protocol, as one client sees it. */
export interface McpServer {
  version: string
  /** For a model, on the use of all tools together. */
  instructions: string
  /** The tools that this client can call, as they are listed. */
  tools: readonly { name: string }[]
  /** Calls a tool of the list. */
  call: (name: string, args: JsonObject) => Promise<ToolResult>
  /** Notes what a tool threw, which is a bug. Returns what the client hears of it. */
  noteBug: (error: unknown) => object
}

/** The response to one message; a notification gets no body. */
export interface McpReply {
  status: number
  body?: object
}

/** Names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>

interface Message {
  /** Undefined for a notification, which gets no response. */
  id: string | number | undefined
  method: string
  params: JsonObject
  meta: JsonObject
}

/** Why a message is refused: a status of HTTP and an error of JSON-RPC. */
interface Fault {
  status: number
  error: { code: number; message: string; data?: object }
}

const faultOf = (code: number, message: string, status = 400, data?: object): Fault => ({
  status,
  error: { code, message, ...(data && { data }) },
})

const parseError = () =>
  faultOf(-32700, 'The body is not JSON in UTF-8, or contains the replacement character U+FFFD.')
const invalidRequest = (message: string) => faultOf(-32600, message)
const methodNotFound = (method: string) => faultOf(-32601, `Unknown method: ${repeated(method)}`, 404)
const invalidParams = (message: string) => faultOf(-32602, message)
const headerMismatch = (header: string, member: string) =>
  faultOf(-32020, `The header ${header} must repeat ${member} of the body.`)
const unsupportedVersion = (requested: string, supported: readonly string[]) =>
  faultOf(-32022, 'Unsupported protocol version', 400, { supported, requested: repeated(requested) })

/** A success of HTTP in every revision: what comes of a call is a message, which clients do not look for in another status. */
const internalError = (data: object) => faultOf(-32603, 'Internal error', 200, data)

const isFault = (value: object): value is Fault => 'error' in value

/**
 * The response of a server of tools to one message of the Model Context Protocol over HTTP (`Streamable HTTP`): JSON in and
 * out, without sessions and streams.
 */
export async function reply(headers: Headers, text: string, server: McpServer): Promise<McpReply> {
  const value = parsed(text)
  const id = isJsonObject(value) && isId(value.id) ? value.id : undefined
  const message = value === undefined ? parseError() : messageIn(value)
  if (isFault(message)) return responseOf(id, message)
  if (message.id === undefined) return { status: 202 }
  const isModern = message.meta[VERSION] !== undefined || headers['mcp-protocol-version'] === MODERN
  const fault = isModern ? modernFault(headers, message) : legacyFault(headers, message)
  if (fault) return responseOf(id, fault)
  const result = await resultOf(message, isModern, server)
  if (!isFault(result)) return responseOf(id, { result: isModern ? complete(result, server) : result })
  // Before, an error of JSON-RPC was a success of HTTP: clients of that time look no further than a status of 400.
  return responseOf(id, isModern ? result : { ...result, status: 200 })
}

function responseOf(
  id: Message['id'],
  { status = 200, ...rest }: Fault | { status?: number; result: object },
) {
  // An id that could not be read is left out, as the protocol says; plain JSON-RPC would have null.
  return { status, body: { jsonrpc: '2.0', ...(id !== undefined && { id }), ...rest } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The most characters of an id, which comes back with the response. */
export const LONGEST_ID = 1_024

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' ? value.length <= LONGEST_ID : Number.isSafeInteger(value)

function messageIn(value: unknown): Message | Fault {
  if (Array.isArray(value))
    return invalidRequest('Batches are not supported: send one message in each request.')
  if (!isJsonObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string')
    return invalidRequest('The body is no request or notification of JSON-RPC 2.0.')
  const { id, method, params = {} } = value
  if (id !== undefined && !isId(id))
    return invalidRequest(
      `The id must be a string of at most ${LONGEST_ID} characters or an integer of at most 53 bits.`,
    )
  if (!isJsonObject(params)) return invalidParams('params must be an object.')
  const { _meta: meta = {} } = params
  if (!isJsonObject(meta)) return invalidParams('params._meta must be an object.')
  return { id, method, params, meta }
}

/** Others on the way may have routed the request by its headers: they must say what the body says. */
function modernFault(headers: Headers, { method, params, meta }: Message): Fault | undefined {
  const version = meta[VERSION]
  if (typeof version !== 'string') return invalidParams(`params._meta must have ${VERSION}.`)
  if (headers['mcp-protocol-version'] !== version)
    return headerMismatch('MCP-Protocol-Version', `params._meta["${VERSION}"]`)
  if (version !== MODERN) return unsupportedVersion(version, [MODERN])
  if (!isJsonObject(meta[CAPABILITIES])) return invalidParams(`params._meta must have ${CAPABILITIES}.`)
  if (headers['mcp-method'] !== method) return headerMismatch('Mcp-Method', 'method')
  if (method === 'tools/call' && decoded(headers['mcp-name']) !== params.name)
    return headerMismatch('Mcp-Name', 'params.name')
  return undefined
}

/** A client of an earlier revision may leave the header out, and has agreed on no version before `initialize`. */
function legacyFault(headers: Headers, { method }: Message): Fault | undefined {
  const version = headers['mcp-protocol-version']
  if (method === 'initialize' || version === undefined || LEGACY.includes(version)) return undefined
  return unsupportedVersion(version, ALL)
}

/** A header's value that was encoded because it is not plain ASCII; undefined if it is encoded badly. */
function decoded(value: string | undefined): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? []
  if (base64 === undefined) return value
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes.toString() : undefined
}

/** The methods of the new revision and those of the earlier ones; of all others there is none. */
async function resultOf(
  { method, params }: Message,
  isModern: boolean,
  server: McpServer,
): Promise<object | Fault> {
  const { version, instructions, tools } = server
  const capabilities = { tools: {} }
  if (method === 'tools/list') return { tools, ...(isModern && TO_CACHE) }
  if (method === 'tools/call') {
    const { name, arguments: args = {} } = params
    if (typeof name !== 'string') return invalidParams('params.name must be the name of a tool.')
    const tool = tools.find((one) => one.name === name)
    if (!tool) return invalidParams(`Unknown tool: ${repeated(name)}`)
    if (!isJsonObject(args)) return invalidParams('params.arguments must be an object.')
    return resultOfTool(tool.name, args, server)
  }
  if (isModern) {
    if (method === 'server/discover')
      return { supportedVersions: [MODERN], capabilities, instructions, ...TO_CACHE }
  } else {
    if (method === 'ping') return {}
    if (method === 'initialize') {
      const protocolVersion = LEGACY.find((one) => one === params.protocolVersion) ?? LEGACY[0]
      return { protocolVersion, capabilities, serverInfo: infoOf(version), instructions }
    }
  }
  return methodNotFound(method)
}

async function resultOfTool(
  name: string,
  args: JsonObject,
  { call, noteBug }: McpServer,
): Promise<object | Fault> {
  try {
    const { text, isError } = await call(name, args)
    return { content: [{ type: 'text', text }], ...(isError && { isError }) }
  } catch (error) {
    return internalError(noteBug(error))
  }
}

const infoOf = (version: string) => ({ name: 'storefront', title: 'Storefront', version })

/** A result of the new revision says that it is whole, and who made it. */
const complete = (result: object, { version }: McpServer) => ({
  resultType: 'complete',
  ...result,
  _meta: { [SERVER_INFO]: infoOf(version) },
})
