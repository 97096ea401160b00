import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { withCommonOptions } from '../common-options.ts'
import { connect } from '../connection.ts'
import { oneLine } from '../error-line.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure, usageFailure } from '../failure.ts'
import { untilInterrupted } from '../interruption.ts'
import { ask } from '../prompt.ts'
import { wholeNumber } from '../whole-number.ts'
import { exampleOf, fieldHelp, sentencesOf } from './api-help.ts'
import { type ApiOperation, type Field, wordingOf } from './operation.ts'
import { OPERATIONS, TAGS } from './operations.ts'
import { bodyOf } from './request.ts'
import { runOperation, sendingAgain } from './run-operation.ts'

/** The operations that have a command made by hand, with its words. */
export const HAND_MADE: Readonly<Record<string, string>> = {
  'GET /admin/export': 'export',
  'POST /admin/imports': 'import',
  'GET /admin/imports': 'imports list',
  'POST /admin/imports/{id}/cancel': 'imports cancel',
  'POST /admin/media': 'media upload',
}

/** An operation with the names of its arguments. */
type Variant = ApiOperation & { variables: readonly string[] }

/** A command for each operation of the API that has none made by hand. `finish` gets the exit code. */
export function addApiCommands(program: Command, finish: (exitCode: number) => void): void {
  const byWords = new Map<string, Variant[]>()
  for (const operation of OPERATIONS) {
    if (`${operation.method} ${operation.path}` in HAND_MADE) continue
    const { words, variables } = wordingOf(operation, OPERATIONS)
    const key = words.join(' ')
    byWords.set(key, [...(byWords.get(key) ?? []), { ...operation, variables }])
  }
  for (const [words, variants] of byWords) addCommand(program, words.split(' '), variants, finish)
  describeGroups(program)
}

/** One command; the number of its arguments says which of several operations is meant. */
function addCommand(
  program: Command,
  words: readonly string[],
  variants: readonly Variant[],
  finish: (exitCode: number) => void,
): void {
  const [shortest, longest] = [...variants].sort((a, b) => a.variables.length - b.variables.length)
  if (!shortest) return
  const { variables } = longest ?? shortest
  const command = groupOf(program, words.slice(0, -1), shortest).command(words.at(-1) ?? '')
  command.summary(shortest.summary).description(variants.map(sentencesOf).join('\n\n'))
  for (const [n, name] of variables.entries())
    command.argument(n < shortest.variables.length ? `<${name}>` : `[${name}]`)
  for (const operation of variants) addOptions(command, operation)
  const fields = variants.flatMap(({ body = [] }) => body)
  if (fields.length > 0) command.addHelpText('after', () => fieldHelp(command, fields))
  const examples = variants.map((operation) => exampleOf(words.join(' '), operation, operation.variables))
  withCommonOptions(command, examples).action(async (...given: unknown[]) => {
    const values = given.slice(0, -2).filter((value) => typeof value === 'string')
    const operation = variants.find((one) => one.variables.length === values.length) ?? shortest
    finish(await runCommand(operation, words.join(' '), values, command.opts()))
  })
}

/** The group of a command, made with its first one. */
function groupOf(program: Command, words: readonly string[], { tag }: ApiOperation): Command {
  return words.reduce((parent, word) => {
    const known = parent.commands.find((one) => one.name() === word)
    const isTag = parent === program && tag.toLowerCase().replace(' ', '-') === word
    return known ?? parent.command(word).description(isTag ? startingSmall(TAGS[tag] ?? '') : '')
  }, program)
}

/** Describes the groups that no text of the API is about by their commands. */
function describeGroups(group: Command): void {
  for (const command of group.commands) describeGroups(command)
  if (group.description() !== '') return
  const [only, ...others] = group.commands
  group.description(
    only && others.length === 0
      ? only.summary() || only.description()
      : group.commands.map((one) => one.name()).join(', '),
  )
}

const startingSmall = (sentence: string) =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** The options of a command that have no meaning in the API. */
interface Options {
  json?: true
  yes?: true
  all?: true
  limit?: number
  data?: readonly string[]
  fields?: readonly string[]
  [option: string]: unknown
}

const MOST = 100_000
const FIELDS = 'the columns of the table, or the members in JSON, separated by commas: id,actor.key_name'
const HEADERS: Readonly<Record<string, string>> = {
  'If-Match': 'only if the object still has this ETag',
  'If-None-Match': "with '*' only if the object does not exist",
  'Idempotency-Key': 'the key of an earlier try, so that it is done only once',
}

function addOptions(
  command: Command,
  { method, query, headers, body = [], isList, limit }: ApiOperation,
): void {
  const add = (option: Option) => {
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option)
  }
  if (isList) add(new Option('--fields <names>', FIELDS).argParser(collect))
  for (const field of query)
    add(field.name === DRY_RUN ? new Option(flagOf(DRY_RUN), field.text) : queryOption(field))
  if (isList && limit !== undefined) {
    add(new Option('--limit <count>', 'the most items to show').argParser(wholeNumber(MOST)).default(50))
    add(new Option('--all', 'all of them').conflicts('limit'))
  }
  if (body.length > 0)
    add(
      new Option(
        '-d, --data <name=value>',
        'a field, or @file, - or {…} for several; can be repeated',
      ).argParser(collect),
    )
  for (const name of headers) add(new Option(`${flagOf(name)} <value>`, HEADERS[name]))
  if (method === 'DELETE') add(new Option('--yes', 'do not ask first'))
}

/** The parameter of a write that is only tried; a flag on the command line. */
const DRY_RUN = 'dry_run'

function queryOption({ name, type, text, values, isRequired }: Field): Option {
  const option = new Option(`${flagOf(name)} <${type === 'array' ? 'value' : name}>`, text)
  const choices = type === 'boolean' ? ['true', 'false'] : values
  if (choices) option.choices(choices)
  if (type === 'array') option.argParser(collect)
  return option.makeOptionMandatory(isRequired === true)
}

const flagOf = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`
const givenFor = (options: Options, name: string) => options[new Option(flagOf(name)).attributeName()]
const collect = (value: string, previous: readonly string[] = []) => [...previous, value]

async function runCommand(
  operation: ApiOperation,
  words: string,
  variables: readonly string[],
  options: Options,
): Promise<number> {
  const { method, query, headers, limit } = operation
  // It has no effect that could happen twice.
  const isDryRun = givenFor(options, DRY_RUN) === true
  const sent = headers.flatMap((name): [string, string][] => {
    const isKey = name === 'Idempotency-Key' && !isDryRun
    const value = givenFor(options, name) ?? (isKey ? randomUUID() : undefined)
    return typeof value === 'string' ? [[name, name.startsWith('If-') ? quoted(value) : value]] : []
  })
  const fields = options.fields?.flatMap((names) => names.split(',').map((name) => name.trim()))
  const given = {
    variables,
    query: Object.fromEntries(
      query.map(({ name }) => [
        name,
        name === 'fields' ? fields && inQuery(fields) : givenFor(options, name),
      ]),
    ),
    fields,
    headers: Object.fromEntries(sent),
    // Before the request listens for Ctrl-C: stdin may never end.
    body: await bodyOf(operation, options.data),
    most: limit === undefined || options.all ? Number.POSITIVE_INFINITY : (options.limit ?? MOST),
    json: options.json === true,
  }
  if (method === 'DELETE' && !options.yes) await confirm(operation, words, variables)
  const connection = await connect()
  let finished: number = EXIT.done
  const exitCode = await untilInterrupted(async (signal) => {
    finished = await runOperation(connection, operation, given, signal)
  })
  if (exitCode === EXIT.interrupted && method !== 'GET' && !isDryRun)
    console.error(`stopped; the request may have been carried out${sendingAgain(given.headers)}`)
  return exitCode || finished
}

/** The members that the API returns whole. A price is shown in its currency. */
const inQuery = (fields: readonly string[]) => [
  ...new Set([...fields.map((field) => field.replace(/\..*/, '')), 'currency']),
]

/** An ETag has quotes, which a shell takes away. */
const quoted = (etag: string) => (/^\*$|"/.test(etag) ? etag : `"${etag}"`)

/** Throws a `Failure` unless somebody at the terminal agrees. */
async function confirm(
  { summary }: ApiOperation,
  words: string,
  variables: readonly string[],
): Promise<void> {
  if (!process.stdin.isTTY) throw usageFailure(`without a terminal ${words} needs --yes`)
  const reply = await ask(oneLine(`${summary}: ${variables.join(' ')}? (y/N)`).concat(' '))
  if (!/^y(es)?$/i.test(reply)) throw new Failure('nothing was changed')
}
