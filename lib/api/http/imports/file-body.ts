import { hash } from 'node:crypto'
import { MAX_FILE_BYTES } from '../../../domain/imports/import-job.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import type { BodyKind } from '../body/body-kinds.ts'
import { bodyTooLarge, unsupportedMediaType } from '../problems/problems.ts'

/** The types whose bodies reach a function byte for byte, in any encoding or compressed. */
const BINARY = ['application/octet-stream', 'application/gzip', 'application/x-ndjson']

/** The types of text: the gateway hands their bodies over as text, with U+FFFD for bytes that are not UTF-8. */
const TEXT = ['text/csv', 'application/json']

/** The media types of a file that can be sent. */
export const FILE_TYPES = [...TEXT, ...BINARY] as const

/**
 * POST of a whole file. Two calls are the same if their bytes and their queries are. Throws `unsupported_media_type` and
 * `body_too_large`.
 */
export const fileBody: BodyKind<Buffer> = {
  read: {
    before: ({ event }) => {
      const bytes = bytesOf(event)
      requireReadable(event)
      if (bytes.length > MAX_FILE_BYTES)
        throw bodyTooLarge({
          detail: `A file can have at most ${MAX_FILE_BYTES} bytes as it is sent. Compress it with gzip, or send it in parts.`,
        })
      return { sent: { query: sortedQuery(event), sha256: hash('sha256', bytes, 'hex') } }
    },
  },
  judge: (_, event) => bytesOf(event),
}

/**
 * The query with its parameters in the order of their names: a client may repeat them in another one. Those of one name stay in
 * theirs, which is that of the options of products.
 */
function sortedQuery({ rawQueryString }: ApiEvent): string {
  const pairs = rawQueryString.split('&').map((pair) => ({ pair, name: pair.split('=', 1)[0] ?? '' }))
  const inOrder = pairs.toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name))
  return inOrder.map(({ pair }) => pair).join('&')
}

const bytesOf = ({ body = '', isBase64Encoded }: ApiEvent) =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')

/** Throws `unsupported_media_type` for a type that no file can have, and for text that has lost bytes on its way. */
function requireReadable({ body = '', headers, isBase64Encoded }: ApiEvent): void {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const isBinary = BINARY.includes(type.trim())
  if (!isBinary && !TEXT.includes(type.trim()))
    throw unsupportedMediaType({ detail: `Send the file as ${BINARY.join(', ')} or ${TEXT.join(', ')}.` })
  const isCompressed = headers['content-encoding'] !== undefined
  if (!isBinary && !isBase64Encoded && (isCompressed || body.includes('\ufffd')))
    throw unsupportedMediaType({
      detail: `${type.trim()} is read as UTF-8 text, which this body is not: send it as application/octet-stream.`,
    })
}
