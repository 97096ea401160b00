import type { Command } from 'commander'
import { StorefrontError } from '../problem.ts'
import { asJson } from './common-options.ts'
import { currentCredentials, currentUrl } from './credentials.ts'
import { errorLine, explain, oneLine } from './error-line.ts'
import { notFromApi } from './require-api.ts'
import { COMMAND } from './words.ts'

interface McpOptions {
  business?: string
}

const NOTES = `A program that runs a language model, such as a desktop app, starts this command as its MCP server. It sends each message on stdin
to your deployment, and prints each response on one line of stdout. With the key of \`login\` there are the tools that the scopes of the
key allow. The page "Agents" of the documentation has the settings of such programs.`

/** `mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('connect a program that runs a language model to your shop, by MCP on stdin and stdout')
    .option('--business <business>', 'send no key, and have the tools of shoppers: the slug or id of a shop')
    .addHelpText('after', `\n${NOTES}\n\nExamples:\n  ${COMMAND} mcp\n  ${COMMAND} mcp --business demo`)
    .action(async ({ business }: McpOptions) => passLines(await targetOf(business)))
}

/** The endpoint of the messages, and the key that they are sent with. */
interface Target {
  url: string
  headers: Record<string, string>
  /** The revision that `initialize` agreed on. */
  revision?: string
}

async function targetOf(business: string | undefined): Promise<Target> {
  if (business !== undefined)
    return { url: `${await currentUrl()}/mcp?${new URLSearchParams({ business })}`, headers: {} }
  const { url, apiKey } = await currentCredentials()
  return { url: `${url}/mcp`, headers: { authorization: `Bearer ${apiKey}` } }
}

/** Sends each line of stdin, several at once. The process ends with the last response after the end of stdin. */
async function passLines(target: Target): Promise<void> {
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    if (line.trim() === '') continue
    const message = parsed(line)
    const passing = pass(line, message, target)
    // Later messages are sent in the revision that it agrees on.
    if (member(message, 'method') === 'initialize') await passing
  }
}

/** The lines of a text, one after the other. A line feed alone ends a line: U+2028 and U+2029, where readline ends one too, are text in JSON. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = []
  for await (const part of input) {
    const [first = '', ...others] = part.split('\n')
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  yield parts.join('')
}

/** Prints the response to a message; of a notification only failures are shown, on stderr. Never rejects. */
async function pass(line: string, message: unknown, target: Target): Promise<void> {
  const id = member(message, 'id')
  const isNotification = id === undefined && member(message, 'method') !== undefined
  try {
    const response = await responseTo(line, message, target)
    if (isNotification) return
    if (response === undefined) throw notFromApi('it is empty')
    const revision = member(member(response, 'result'), 'protocolVersion')
    if (typeof revision === 'string') target.revision = revision
    console.log(asJson({ ...response, id: member(response, 'id') ?? id ?? null }))
  } catch (error) {
    if (isNotification) console.error(errorLine(error))
    else console.log(asJson(unreachable(id ?? null, oneLine(explain(error)))))
  }
}

/** The API itself ends a call after 25 s. */
const LONGEST_MS = 35_000

/** The JSON-RPC response to a message; undefined if there is none. Throws if the API could not be reached or refused the request. */
async function responseTo(line: string, message: unknown, target: Target): Promise<object | undefined> {
  const { url, headers, revision } = target
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...TYPES, ...headers, ...headersOf(message, revision) },
    body: line,
    redirect: 'manual',
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  const text = await response.text()
  const body = parsed(text)
  if (typeof body === 'object' && body !== null && 'jsonrpc' in body) return body
  if (!response.ok) throw new StorefrontError(response, body)
  if (text !== '') throw notFromApi(`status ${response.status}, ${response.headers.get('content-type')}`)
  return undefined
}

const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const REVISION = 'io.modelcontextprotocol/protocolVersion'

/** The headers that repeat what a message says of itself (MCP 2026-07-28, Streamable HTTP), or the revision agreed on before. */
function headersOf(message: unknown, agreed: string | undefined): Record<string, string> {
  const params = member(message, 'params')
  const revision = member(member(params, '_meta'), REVISION)
  if (typeof revision !== 'string') return agreed === undefined ? {} : { 'mcp-protocol-version': agreed }
  const name = member(params, 'name') ?? member(params, 'uri')
  return {
    'mcp-protocol-version': headerText(revision),
    'mcp-method': headerText(`${member(message, 'method')}`),
    ...(name !== undefined && { 'mcp-name': headerText(`${name}`) }),
  }
}

/** A text as the value of a header: one that a header cannot have is encoded. */
const headerText = (text: string): string =>
  /^(?!=\?base64\?)[!-~]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** The response to a message that had none: -32000 is the first code that JSON-RPC leaves to implementations. */
const unreachable = (id: unknown, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_000, message },
})

/** The value of JSON text; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
