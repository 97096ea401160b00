import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { querySerializer } from '../../query.ts'
import { usageFailure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'
import type { ApiOperation, Field } from './operation.ts'

/** The path of an operation with its variables and query. Throws a `Failure` for a variable that no path can have. */
export function pathOf(
  { path }: ApiOperation,
  given: readonly string[],
  query: Readonly<Record<string, unknown>> = {},
): string {
  const variables = [...given]
  const filled = path.replace(/\{([^}]*)\}/g, (_, name: string) => {
    const value = variables.shift() ?? ''
    // A URL with one of these leads to another path: of the list, or of what is above.
    if (/^\.{0,2}$/.test(value)) throw usageFailure(`<${name}> cannot be ${JSON.stringify(value)}`)
    return encodeURIComponent(value)
  })
  const search = querySerializer(query)
  return search === '' ? filled : `${filled}?${search}`
}

/** The body of `-d`: objects of files first, then fields by their names. Undefined if there is none. Throws a `Failure`. */
export async function bodyOf(
  { method, body = [], isBodyRequired }: ApiOperation,
  data: readonly string[] = [],
): Promise<Record<string, unknown> | undefined> {
  if (data.length === 0 && method === 'PATCH') throw usageFailure('nothing to change: add -d name=value')
  if (data.length === 0) return isBodyRequired ? {} : undefined
  const parts = data.map((one) => (one === '-' || /^[@{]/.test(one) ? readObject(one) : [fieldOf(body, one)]))
  return Object.fromEntries((await Promise.all(parts)).flat())
}

/** `name=value`, of which only the first `=` divides. */
function fieldOf(body: readonly Field[], given: string): [name: string, value: unknown] {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? []
  const field = body.find((one) => one.name === name)
  if (name === '') throw usageFailure(`-d ${given}: it must be name=value, @file, or - for stdin`)
  if (body.length === 0) throw usageFailure(`-d ${given}: this command has no fields`)
  if (!field)
    throw usageFailure(
      `-d ${given}: there is no field ${name}; the fields are ${body.map((one) => one.name).join(', ')}`,
    )
  return [name, readValue(field, value)]
}

/** A text as it is, and any other value as JSON. The word null clears what can be null. Throws a `Failure`. */
export function readValue({ name, type, isNullable }: Field, given: string): unknown {
  if (type === 'text') return isNullable && given === 'null' ? null : given
  const example = { array: `'["a"]'`, object: `'{"a":"b"}'`, boolean: 'true or false' }[type]
  return parsed(
    given,
    `-d ${name}=${given}: it must be ${type === 'json' ? 'JSON' : `of the type ${type}`}${example ? `, such as ${example}` : ''}`,
  )
}

/** The members of an object: JSON itself, `@file`, or `-` for stdin. Throws a `Failure`. */
async function readObject(given: string): Promise<[name: string, value: unknown][]> {
  const text = given.startsWith('{') ? given : await readInput(given.replace(/^@/, ''))
  const value = parsed(text, `${given}: it must be an object in JSON`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageFailure(`${given}: it must be an object in JSON`)
  return Object.entries(value)
}

async function readInput(path: string): Promise<string> {
  if (path === '-') return textOf(process.stdin)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw fileFailure(path, error)
  }
}

function parsed(text: string, message: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw usageFailure(message)
  }
}
