import { isJsonObject, type JsonObject } from '../../domain/json-object.ts'
import { isPlainText } from '../../domain/text.ts'
import { otherProblem } from '../problems/other-problems.ts'
import type { FieldFault } from '../problems/problem.ts'

/** JSON nested deeper than this is nobody's product; a limit here spares every later recursion one of its own. */
const MAX_DEPTH = 32

const MAX_BODY_BYTES = 256 * 1024

/** A body of nothing but faults must not make an answer many times its size: Lambda ends one over 6 MB. */
const MOST_FAULTS = 200

/** No field has a name this long. */
const MAX_NAME_LENGTH = 128

/** What is pasted where a name should be may be a secret: a problem repeats no more of it than the longest name has. */
const MOST_SHOWN = 40

/** The parts of an event that carry a body. */
interface BodyEvent {
  body?: string
  isBase64Encoded?: boolean
  headers: Record<string, string | undefined>
}

/**
 * The JSON object in a request's body. Throws, in this order: `unsupported_media_type`, `body_too_large`,
 * `invalid_json`, and `validation_failed` for what is no object, is nested deeper than 32, or holds text that
 * must never be stored. Nothing of a refused body is repeated in the answer.
 */
export function readJsonObject(
  event: BodyEvent,
  mediaTypes: readonly string[],
  maxBytes = MAX_BODY_BYTES,
): JsonObject {
  requireMediaType(event.headers['content-type'], mediaTypes)
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > maxBytes)
    throw otherProblem('body_too_large', { detail: `A body may have ${maxBytes} bytes.` })
  const body = parse(bytes)
  const faults = [...structuralFaults(body).take(MOST_FAULTS)]
  if (!isJsonObject(body)) faults.push({ pointer: '', code: 'invalid', detail: 'must be an object' })
  if (faults.length > 0) throw validationProblem(faults)
  return body as JsonObject
}

/** The problem of a body whose fields break these rules. */
export const validationProblem = (errors: FieldFault[]) =>
  otherProblem('validation_failed', {
    detail: 'The body breaks the rules that errors lists.',
    errors: errors.slice(0, MOST_FAULTS),
  })

function requireMediaType(contentType: string | undefined, mediaTypes: readonly string[]): void {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (mediaTypes.includes(type) && (charset === undefined || /^charset="?utf-8"?$/.test(charset))) return
  throw otherProblem('unsupported_media_type', {
    detail: `Send ${mediaTypes.join(' or ')} in UTF-8.`,
    // RFC 5789 §3.1: which patch formats would be taken.
    ...(mediaTypes.some((one) => one.includes('patch')) && {
      headers: { 'accept-patch': mediaTypes.join(', ') },
    }),
  })
}

/** Stands where bytes were not UTF-8, once something has mended them (Unicode Standard, 3.9, U+FFFD substitution). */
const REPLACEMENT = '\ufffd'

/**
 * RFC 8259 §8.1: JSON is UTF-8. The gateway mends the body of a text type before a function sees it, and a mended body
 * would store what nobody sent. The escape `\\ufffd` is plain ASCII that nothing has mended: it is what was meant.
 */
function parse(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes(REPLACEMENT)) return JSON.parse(text)
  } catch (cause) {
    throw otherProblem('invalid_json', { detail: 'The body is not JSON in UTF-8.', cause })
  }
  throw otherProblem('invalid_json', {
    detail:
      'The body is not UTF-8, or holds the replacement character U+FFFD, which stands where bytes were not UTF-8.',
  })
}

/** What no field may hold, whatever its schema says, each with a pointer (RFC 6901) from the body's root. */
function* structuralFaults(value: unknown, pointer = '', depth = 1): Generator<FieldFault> {
  if (typeof value === 'string' && !isPlainText(value)) yield unstorable(pointer)
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) {
    yield { pointer, code: 'invalid', detail: `is nested deeper than ${MAX_DEPTH}` }
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const here = `${pointer}/${escapePointer(name)}`
    if (name === '__proto__') yield { pointer: here, code: 'invalid', detail: 'is no field name' }
    else if (name.length > MAX_NAME_LENGTH)
      yield { pointer, code: 'invalid', detail: `has a name longer than ${MAX_NAME_LENGTH}` }
    else if (isPlainText(name)) yield* structuralFaults(member, here, depth + 1)
    else yield unstorable(pointer)
  }
}

const unstorable = (pointer: string): FieldFault => ({
  pointer,
  code: 'invalid',
  detail: 'holds control characters or broken Unicode',
})

/** A member's name as part of a pointer (RFC 6901 §3); one that is longer than any may be is cut. */
export const escapePointer = (name: string) => shown(name).replaceAll('~', '~0').replaceAll('/', '~1')

function shown(name: string): string {
  const characters = [...name]
  return characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN - 1).join('')}…` : name
}
