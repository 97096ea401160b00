import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import type { Received } from './client.ts'
import { Unexpected } from './failures.ts'

/** A response in one line. */
export const described = ({ name, status, headers, body }: Received): string =>
  [name, 'returned', status, headers.get('content-type'), body.subarray(0, 300).toString()]
    .filter(Boolean)
    .join(' ')

/** Throws `Unexpected` unless it holds. */
export function expectThat(holds: boolean, expected: string, came: unknown): asserts holds {
  if (!holds) throw new Unexpected(expected, typeof came === 'string' ? came : String(JSON.stringify(came)))
}

/** Throws `Unexpected` unless both are the same JSON; `what` is in front of the expected value. */
export function expectSame(what: string, came: unknown, expected: unknown): void {
  expectThat(
    JSON.stringify(came) === JSON.stringify(expected),
    `${what} ${JSON.stringify(expected)}`,
    JSON.stringify(came),
  )
}

export function expectStatus(response: Received, status: number): void {
  expectThat(response.status === status, `status ${status}`, described(response))
}

/** Throws `Unexpected` unless the header is there and is this text, or matches. Returns its value. */
export function expectHeader(response: Received, name: string, wanted: string | RegExp): string {
  const value = response.headers.get(name.toLowerCase())
  const holds = value !== undefined && (typeof wanted === 'string' ? value === wanted : wanted.test(value))
  expectThat(holds, `${response.name} with ${name}: ${wanted}`, value === undefined ? `no ${name}` : value)
  return value ?? ''
}

export function expectNoHeader(response: Received, name: string): void {
  const value = response.headers.get(name.toLowerCase())
  expectThat(value === undefined, `${response.name} without ${name}`, `${name}: ${value}`)
}

/** Throws `Unexpected` unless the header has all of these words between commas. */
export function expectWords(response: Received, name: string, words: readonly string[]): void {
  const value = response.headers.get(name.toLowerCase())
  const has = new Set((value ?? '').toLowerCase().split(/\s*,\s*/))
  const holds = words.every((word) => has.has(word.toLowerCase()))
  expectThat(holds, `${response.name} with ${name}: ${words.join(', ')}`, value ?? `no ${name}`)
}

/** The body as a JSON object, decompressed if it was compressed. */
export function jsonOf(response: Received): JsonObject {
  const text = textOf(response)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Unexpected('a body of JSON', described(response))
  }
  expectThat(isJsonObject(value), 'a JSON object', described(response))
  return value
}

/** The body as a text, decompressed if it was compressed. */
export function textOf(response: Received): string {
  const coding = response.headers.get('content-encoding')
  if (coding === 'gzip' || coding === 'br') return decompressed(response, coding).toString()
  return response.body.toString()
}

const DECOMPRESS = { gzip: gunzipSync, br: brotliDecompressSync }

/** The body in another form, whatever its headers say. Throws `Unexpected` if it is not in this coding. */
export function decompressed(response: Received, coding: 'gzip' | 'br'): Buffer {
  try {
    return DECOMPRESS[coding](response.body)
  } catch {
    throw new Unexpected('a body that can be decompressed', described(response))
  }
}

/** The problem with this status and code that the API sends. A body of the gateway has no code. */
export function expectProblem(response: Received, status: number, code: string): JsonObject {
  const expected = `status ${status} and the code ${code}`
  expectThat(response.status === status, expected, described(response))
  const problem = jsonOf(response)
  expectThat(problem.code === code, expected, described(response))
  return problem
}

/** The text in a member of an object. */
export function textIn(object: JsonObject, member: string): string {
  const value = object[member]
  expectThat(typeof value === 'string', `"${member}" as a text`, object)
  return value
}

/** The objects of a list, after a look at its envelope. */
export function listIn(response: Received): JsonObject[] {
  expectStatus(response, 200)
  const { data, count } = jsonOf(response)
  expectThat(
    Array.isArray(data) && data.every(isJsonObject),
    '"data" as a list of objects',
    described(response),
  )
  expectSame('"count" is', count, data.length)
  return data
}
