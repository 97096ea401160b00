import { hash } from 'node:crypto'
import { validator } from '../../../domain/body/resource.ts'
import { MAX_UPLOAD_BYTES, PICTURE_TYPES, type PictureType } from '../../../domain/media.ts'
import { knownMembers, text } from '../../../domain/text/text.ts'
import { sourceFaults } from '../../media/source-faults.ts'
import type { ApiEvent } from '../answer/outcome.ts'
import { alsoJudged, type BodyKind, newBodyOf } from '../body/body-kinds.ts'
import { bodyTooLarge, unsupportedMediaType } from '../problems/problems.ts'

/** A picture with the type that it is sent as, or the address that it can be read at. */
export type PictureSource = { bytes: Buffer; type: PictureType } | { source_url: string }

const ADDRESS = alsoJudged(newBodyOf(validator(knownMembers({ source_url: text(1, 2_048) }))), sourceFaults)

/**
 * POST of a picture, byte for byte, or of JSON with its address. Two calls are the same if their bytes are. Throws
 * `unsupported_media_type` and `body_too_large`, and for JSON what every body of JSON does.
 */
export const pictureBody: BodyKind<PictureSource> = {
  read: {
    before: (request) => {
      const { event } = request
      if (isJson(event)) return ADDRESS.read.before(request)
      pictureTypeOf(event)
      const bytes = bytesOf(event)
      if (bytes.length > MAX_UPLOAD_BYTES)
        throw bodyTooLarge({
          detail: `A picture can have at most ${MAX_UPLOAD_BYTES} bytes as it is sent. Make it smaller, or send {"source_url": "https://…"}.`,
        })
      return { sent: { sha256: hash('sha256', bytes, 'hex') } }
    },
  },
  judge: (sent, event) =>
    isJson(event) ? ADDRESS.judge(sent, event) : { bytes: bytesOf(event), type: pictureTypeOf(event) },
}

const typeOf = ({ headers }: ApiEvent) =>
  (headers['content-type'] ?? '').toLowerCase().replace(/;.*$/, '').trim()

const isJson = (event: ApiEvent) => typeOf(event) === 'application/json'

/** The type of picture that a request declares. Throws `unsupported_media_type`. */
function pictureTypeOf(event: ApiEvent): PictureType {
  const sent = typeOf(event)
  const type = PICTURE_TYPES.find((known) => known === sent)
  if (type) return type
  const form = sent === 'multipart/form-data' ? 'Not a form: the body is the file itself. ' : ''
  throw unsupportedMediaType({
    detail: `${form}Send the picture as ${PICTURE_TYPES.join(', ')}, or application/json with source_url.`,
  })
}

const bytesOf = ({ body = '', isBase64Encoded }: ApiEvent) =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
