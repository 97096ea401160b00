import { Unreadable } from '../../../domain/text/unreadable.ts'
import type { ParameterFault } from '../problems/problem.ts'
import { invalidParameter, unknownParameter } from '../problems/problems.ts'
import { splitQuery } from './query-string.ts'

/**
 * Reads one parameter's text; throws `Unreadable` that says what it should have been. A parameter that `addsUp` is
 * a list with commas, which may also be sent in parts: `ids=a&ids=b` is `ids=a,b`. One that `repeats` gets the texts before
 * this one too: each is a value, commas and all.
 */
export interface ParameterReader<T> {
  (text: string, before?: readonly string[]): T
  addsUp?: true
  repeats?: true
}

type Readers = Record<string, ParameterReader<unknown>>

/** The value of each parameter that was sent. */
export type Parameters<R extends Readers> = { [K in keyof R]?: ReturnType<R[K]> }

/** Parameters that advertising and cache-breaking scripts add to every link; public reads ignore them. */
export const ADVERTISING = /^(utm_.*|fbclid|gclid|_)$/

/** A query that is full of faults must not cause a response many times its size. */
export const MOST_FAULTS = 20

const BADLY_ENCODED = 'is not valid percent-encoded UTF-8'

/**
 * Reads a raw query by the readers of an endpoint. Throws one problem that lists every fault: repeated (except lists,
 * which add up), empty, badly encoded, out of range, unknown.
 */
export function readParameters<R extends Readers>(
  rawQueryString: string | undefined,
  readers: R,
  { ignored }: { ignored?: RegExp } = {},
): Parameters<R> {
  const values: Record<string, unknown> = {}
  const faults: ParameterFault[] = []
  const sent = new Map<string | null, string[]>()
  for (const { name, value } of splitQuery(rawQueryString)) {
    if (name !== null && ignored?.test(name)) continue
    const reader = name !== null && Object.hasOwn(readers, name) ? readers[name] : undefined
    const before = sent.get(name)
    const isMore = reader?.addsUp || reader?.repeats
    if (name === null) faults.push(fault('', `the name ${BADLY_ENCODED}`))
    else if (!reader) faults.push(...(before === undefined ? [unknown(name, readers)] : []))
    else if (before !== undefined && !isMore) faults.push(fault(name, 'was sent more than once'))
    else if (value === null) faults.push(fault(name, BADLY_ENCODED))
    else if (value === '') faults.push(fault(name, 'is empty'))
    else
      try {
        values[name] = reader.addsUp ? reader([...(before ?? []), value].join()) : reader(value, before)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        faults.push(fault(name, error.message))
      }
    sent.set(name, [...(before ?? []), `${value}`])
    if (faults.length === MOST_FAULTS) break
  }
  refuse(faults)
  return values as Parameters<R>
}

/** Throws the problem that lists these faults, if there are any. */
export function refuse(faults: ParameterFault[]): void {
  const [first] = faults
  if (!first) return
  const name = first.parameter === '' ? 'A parameter:' : `The parameter "${first.parameter}"`
  const problem = first.code === 'unknown_parameter' ? unknownParameter : invalidParameter
  throw problem({ detail: `${name} ${first.detail}.`, errors: faults })
}

/** The value of a parameter that the endpoint cannot do without. Throws `invalid_parameter`. */
export function required<T>(name: string, value: T | undefined): T {
  if (value !== undefined) return value
  const detail = 'is required'
  throw invalidParameter({
    detail: `The parameter "${name}" ${detail}.`,
    errors: [fault(name, detail)],
  })
}

const fault = (parameter: string, detail: string): ParameterFault => ({
  parameter,
  code: 'invalid_parameter',
  detail,
})

/** At most 40 characters of a name are repeated: more than any real name has, and fewer than a secret. */
const unknown = (name: string, readers: Readers): ParameterFault => ({
  parameter: name.slice(0, 40),
  code: 'unknown_parameter',
  detail: `is unknown; this endpoint accepts ${Object.keys(readers).join(', ') || 'none'}`,
})

/** A reader of integers without sign or leading zeros. */
export const integerFrom =
  (min: number, max: number): ParameterReader<number> =>
  (text) => {
    const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new Unreadable(`must be an integer from ${min} to ${max}`)
  }

/** A reader of `true` and `false`. */
export const boolean: ParameterReader<boolean> = (text) => {
  if (text === 'true') return true
  if (text === 'false') return false
  throw new Unreadable('must be true or false')
}

/** A reader of one word out of a list. */
export const oneOf =
  <T extends string>(words: readonly T[]): ParameterReader<T> =>
  (text) => {
    const word = words.find((w) => w === text)
    if (word !== undefined) return word
    throw new Unreadable(`must be one of ${words.join(', ')}`)
  }

/** A reader of a comma-separated list of at most `max` things in all; a thing named twice counts once. */
export const listOf = <T>(reader: ParameterReader<T>, max: number): ParameterReader<T[]> => {
  const list: ParameterReader<T[]> = (text) => {
    const names = text.split(',')
    if (names.length > max) throw new Unreadable(`must have at most ${max} values`)
    return [...new Set(names.map((name) => reader(name)))]
  }
  list.addsUp = true
  return list
}

/** A reader of a parameter that is sent once for each of at most `max` values; one that comes twice counts once. */
export const repeated = <T>(reader: ParameterReader<T>, max: number): ParameterReader<T[]> => {
  const values: ParameterReader<T[]> = (text, before = []) => {
    if (before.length >= max) throw new Unreadable(`was sent more than ${max} times`)
    return [...new Set([...before, text])].map((one) => reader(one))
  }
  values.repeats = true
  return values
}

/** A reader of text that is looked up, not stored: what has the wrong shape simply matches nothing. */
export const anyText: ParameterReader<string> = (text) => text

/** A SKU, without the space around it that bodies lose too. */
export const skuText: ParameterReader<string> = (text) => text.trim()

/** The parameters of every list: how many items a page has at most, and behind which one it begins. */
export const pageParameters = { limit: /* @__PURE__ */ integerFrom(1, 200), cursor: anyText }
