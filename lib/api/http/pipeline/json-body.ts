import httpJsonBodyParser from '@middy/http-json-body-parser'
import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import { requireMediaType } from '../body/media-type.ts'
import { structuralFaults } from '../body/structure.ts'
import { bodyTooLarge, invalidJson } from '../problems/problems.ts'
import { validationProblem } from '../problems/validation.ts'
import type { AdminEvent, Step, StepRequest } from './pipeline.ts'

/** Which JSON bodies an endpoint reads. */
export interface JsonRules {
  mediaTypes: readonly string[]
  maxBytes: number
  /** True if an empty body means an empty object. */
  isOptional: boolean
  /** Members that the path decides, and that a body can only repeat. */
  fromPath: (event: ApiEvent) => JsonObject
}

/** The step that reads a body. */
export type ReadBody<Needs extends object = object> = Step<Needs, { sent?: JsonObject }>

/**
 * Reads a JSON body: its media type and size, its UTF-8, its JSON, its structure, in this order. An optional body that
 * is empty is passed over. Throws `unsupported_media_type`, `body_too_large`, `invalid_json`, and `validation_failed`
 * with a pointer for each fault.
 */
export const readJson = (rules: JsonRules): ReadBody => ({
  before: async (request) => {
    const { event } = request
    const isLeftOut = () => rules.isOptional && !event.body
    if (isLeftOut()) return {}
    requireMediaType(event.headers['content-type'], rules.mediaTypes)
    requireSize(event, rules.maxBytes)
    decode(event)
    // A byte order mark alone is empty, too.
    if (isLeftOut()) return {}
    const body = storable(await parsed(request))
    return { sent: { ...rules.fromPath(event), ...body } }
  },
})

/**
 * RFC 8259 §8.1: JSON is UTF-8. Hands on decoded text without a byte order mark. Throws `invalid_json`.
 *
 * The gateway repairs the body of a text type before a function sees it: a repaired body would store text that no client
 * sent. The escape `\ufffd` is plain ASCII, which is never repaired: the client meant it.
 */
function decode(event: AdminEvent): void {
  event.body = decoded(Buffer.from(event.body ?? '', encodingOf(event)))
  event.isBase64Encoded = false
  if (event.body.includes(REPLACEMENT)) throw notUtf8()
}

const { before: parse } = httpJsonBodyParser<AdminEvent>({ disableContentTypeCheck: true })

/**
 * Parses the body. The parser refuses `__proto__` without a pointer, and overflows the stack on deep nesting: what it
 * refuses is read once more, so that `storable` can say where the fault is. Throws `invalid_json`.
 */
async function parsed(request: StepRequest<object>): Promise<unknown> {
  const { event } = request
  const text = event.body ?? ''
  try {
    await parse?.(request)
    return event.body
  } catch {
    return readAgain(text)
  }
}

/** A value that is a JSON object and can be stored as it is. Throws `validation_failed`, with a pointer for each fault. */
function storable(value: unknown): JsonObject {
  const faults = structuralFaults(value)
  if (faults.length > 0 || !isJsonObject(value)) throw validationProblem(faults)
  return value
}

const encodingOf = ({ isBase64Encoded }: AdminEvent) => (isBase64Encoded ? 'base64' : 'utf8')

/** Compares how many bytes were sent, without decoding them. */
function requireSize(event: AdminEvent, maxBytes: number): void {
  const bytes = Buffer.byteLength(event.body ?? '', encodingOf(event))
  if (bytes > maxBytes) throw bodyTooLarge({ detail: `A body can have at most ${maxBytes} bytes.` })
}

/** Replaces bytes that were not UTF-8, once something has repaired them (Unicode Standard, 3.9, U+FFFD substitution). */
const REPLACEMENT = '\ufffd'

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw notJson(cause)
  }
}

function readAgain(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notJson(cause)
  }
}

const notJson = (cause: unknown) => invalidJson({ detail: 'The body is not JSON in UTF-8.', cause })

const notUtf8 = () =>
  invalidJson({
    detail:
      'The body is not UTF-8, or contains the replacement character U+FFFD, which replaces bytes that are not UTF-8.',
  })
