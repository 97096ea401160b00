import { StorefrontError } from '../../problem.ts'
import { isPassing } from '../../retry.ts'
import { asList, tablePrinter } from '../columns.ts'
import { printJson } from '../common-options.ts'
import type { Connection } from '../connection.ts'
import { explain, oneLine } from '../error-line.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { notFromApi } from '../require-api.ts'
import { shownLines } from '../shown.ts'
import { COMMAND } from '../words.ts'
import { FORESEEN, foreseenRows } from './foreseen.ts'
import { type ApiOperation, wordingOf } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { pathOf } from './request.ts'
import { cellOf, columnsOf, headingOf, memberAt, textsOf } from './tables.ts'

/** The values of a command line for an operation. */
export interface Given {
  variables: readonly string[]
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>> | undefined
  /** The columns of a list, or the members of its items as JSON; undefined for the usual ones. */
  fields: readonly string[] | undefined
  /** The most items of a list. */
  most: number
  json: boolean
}

/** Sends an operation's requests and prints what it returns. Returns the exit code. Throws `StorefrontError` and `Failure`. */
export async function runOperation(
  connection: Connection,
  operation: ApiOperation,
  given: Given,
  signal: AbortSignal,
): Promise<number> {
  if (operation.isList) return printList(connection, operation, given, signal)
  const response = await sendOne(connection, operation, given, signal)
  const etag = response.headers.get('etag')
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 204) {
    if (!given.json) console.log(`${given.variables.join(' ')} deleted`)
    return EXIT.done
  }
  if (!/json\b/.test(type)) {
    process.stdout.write(shownText(await response.text()))
    return EXIT.done
  }
  const answer: unknown = await response.json()
  if (isResults(answer)) return printResults(operation, answer, given)
  if (given.json) printJson(answer)
  else console.log(asList(textsOf(Object(answer))))
  // For `--if-match`: no member of the object has it.
  if (etag !== null && operation.path.startsWith('/admin/')) console.error(`ETag: ${oneLine(etag)}`)
  return EXIT.done
}

/** A terminal obeys the controls in a text; a file or a pipe gets each byte. */
const shownText = (text: string) => (process.stdout.isTTY ? shownLines(text) : text)

async function sendOne(
  { send }: Connection,
  operation: ApiOperation,
  { variables, query, headers, body }: Given,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await send(pathOf(operation, variables, query), {
      method: operation.method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
  } catch (error) {
    const isKnown = error instanceof StorefrontError && !isPassing(error.status)
    if (isKnown || headers['Idempotency-Key'] === undefined) throw error
    throw new Failure(`${explain(error)}${sendingAgain(headers)}`)
  }
}

/** How a POST without a response is sent again; nothing for other requests. */
export const sendingAgain = ({ 'Idempotency-Key': key }: Given['headers']): string =>
  key === undefined ? '' : `; to send it again, and only once: --idempotency-key ${key}`

interface Results {
  data: readonly ({ index: number; status: number; problem?: unknown } & Foreseeing)[]
  /** Of a dry run of an adjustment. */
  events?: Foreseeing['events']
  /** Of a dry run that would succeed. */
  plan?: { id: string; expires_at: string; summary: string }
}

/** The members that only a dry run has. */
const OF_DRY_RUN = ['events', 'plan']

type Foreseeing = Parameters<typeof foreseenRows>[0]

/** The results of several changes, of which some can have failed. */
const isResults = (answer: unknown): answer is Results =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.keys(answer)
    .filter((name) => !OF_DRY_RUN.includes(name))
    .sort()
    .join() === 'count,data'

function printResults(
  operation: ApiOperation,
  { data, events, plan }: Results,
  { json, query }: Given,
): number {
  const refused = data.filter(({ problem }) => problem !== undefined)
  if (json) for (const result of data) printJson(result)
  else showRows(columnsOf(operation.path, Object.assign({}, ...data)), data, tablePrinter())
  if (json && events) printJson({ events })
  if (json && plan) printJson({ plan })
  if (query.dry_run === true && !json) showForeseen([...data, ...(events ? [{ events }] : [])])
  if (plan && !json) showPlan(operation, plan)
  for (const { index, status, problem } of json ? [] : refused)
    console.error(
      `${index}: ${oneLine(explain(new StorefrontError(new Response(null, { status }), problem)))}`,
    )
  return refused.length > 0 ? EXIT.someRefused : EXIT.done
}

/** Shows the changes that the write would make. */
function showForeseen(results: readonly Foreseeing[]): void {
  const rows = results.flatMap(foreseenRows)
  if (rows.length > 0) console.log(`\n${tablePrinter()(FORESEEN, rows)}`)
  console.error('nothing was written: a dry run')
}

/** Shows how to carry a plan out. */
function showPlan(operation: ApiOperation, { id, expires_at, summary }: NonNullable<Results['plan']>): void {
  console.error(`plan ${id}, until ${expires_at}: ${summary}`)
  const { words } = wordingOf(operation, OPERATIONS)
  // A summary has no quotes.
  console.error(`to carry it out: ${COMMAND} ${words.join(' ')} -d plan=${id} -d 'summary=${summary}'`)
}

interface Page extends Record<string, unknown> {
  data: readonly object[]
  has_more: boolean
  next_cursor: string | null
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  Array.isArray(value.data) &&
  value.data.every((item) => typeof item === 'object' && item !== null)

/** Page after page, each as soon as it is here. */
async function printList(
  { send }: Connection,
  operation: ApiOperation,
  { variables, query, fields, most, json }: Given,
  signal: AbortSignal,
): Promise<number> {
  const { path, limit } = operation
  const print = tablePrinter()
  let count = 0
  let more: object = {}
  for (let cursor: string | null | undefined, first = true; first || cursor; first = false) {
    // No page goes beyond what is shown: its `next_after` would skip the rest. Then one item, to say that there is more.
    const missing = most - count
    const size = limit && { limit: Math.min(Math.max(missing, 1), limit) }
    const all = { ...query, ...size, ...(cursor && { cursor }) }
    const response = await send(pathOf(operation, variables, all), { signal })
    const page: unknown = await response.json()
    if (!isPage(page)) throw notFromApi('it is not a list')
    const { data, count: _, has_more, next_cursor, ...rest } = page
    const shown = data.slice(0, missing)
    count += shown.length
    if (json) for (const item of shown) printJson(fields ? chosen(item, fields) : item)
    else showRows(fields ?? columnsOf(path, Object.assign({}, ...shown)), shown, print)
    if (cursor === undefined) noteUnknown(fields, shown)
    if (missing > 0) more = rest
    cursor = next_cursor
    if (data.length > shown.length) {
      console.error('there are more: --limit and --all show them')
      break
    }
  }
  if (count === 0) console.error(`no ${nounOf(path)}`)
  const said = Object.entries(more).filter(([, value]) => value !== null)
  if (said.length > 0) console.error(asList(textsOf(Object.fromEntries(said))))
  return EXIT.done
}

function showRows(
  columns: readonly string[],
  items: readonly object[],
  print: ReturnType<typeof tablePrinter>,
): void {
  const rows = items.map((item) => columns.map((column) => cellOf(item, column)))
  if (rows.length > 0) console.log(print(columns.map(headingOf), rows))
}

const chosen = (item: object, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, memberAt(item, field)]))

/** Names the fields that no item has. They are not an error: some members are only in an item where they are set. */
function noteUnknown(fields: readonly string[] = [], items: readonly object[]): void {
  const unknown = fields.filter((field) => items.every((item) => memberAt(item, field) === undefined))
  if (unknown.length === 0 || items.length === 0) return
  const names = Object.keys(Object.assign({}, ...items))
  console.error(oneLine(`note: nothing here has ${unknown.join(', ')}; there are ${names.join(', ')}`))
}

const nounOf = (path: string) =>
  path
    .replace(/\/search$/, '')
    .split('/')
    .at(-1)
    ?.replace('-', ' ')
