import { readMedium, requireRoomForMedium, storeMedium } from '../../../data/media/media.ts'
import { type MediumItem, mediumIdOf, shownMedium } from '../../../data/media/medium-item.ts'
import { commit, Refusal } from '../../../data/table/commit.ts'
import {
  MAX_AVIF_PIXELS,
  MAX_DEEP_PIXELS,
  MAX_PICTURES,
  MAX_PICTURES_BYTES,
  MAX_PIXELS,
  MAX_SIDE,
  PICTURE_TYPES,
  type PictureType,
} from '../../../domain/media.ts'
import { allowsLoopback } from '../../../environment.ts'
import { type DrawingFault, drawPicture } from '../../media/draw.ts'
import { fetchPicture } from '../../media/fetch-picture.ts'
import { pictureTypeOf } from '../../media/picture-type.ts'
import { BASE_PATH } from '../../route.ts'
import type { AdminRequest } from '../admin-endpoint.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import * as problems from '../problems/problems.ts'
import type { PictureSource } from './picture-body.ts'

type PictureRequest = Pick<AdminRequest<Record<never, never>, PictureSource>, 'businessId' | 'body' | 'keep'>

/**
 * Stores a picture in every width: checks its type, the room for it and its pixels, draws it, and returns its
 * addresses. The status is 200 if the picture is stored already. Throws the problems of this endpoint.
 */
export async function createMedium({ businessId, body, keep }: PictureRequest): Promise<AdminResult> {
  const bytes = await bytesOf(body)
  const media_type = requireType(bytes, 'type' in body ? body.type : undefined)
  const id = mediumIdOf(businessId, bytes)
  const known = await readMedium(businessId, id)
  if (known) return keptResult(businessId, known, keep)
  const { item, isNew } = await withinLimits(async () => {
    await requireRoomForMedium(businessId, bytes.length)
    const drawing = await drawPicture(bytes)
    if (typeof drawing === 'string') throw drawingProblem(drawing)
    const medium = { id, media_type, bytes: bytes.length, ...drawing }
    return storeMedium(businessId, medium, (stored) => keep(result(businessId, stored, 201)))
  })
  return isNew ? result(businessId, item, 201) : keptResult(businessId, item, keep)
}

/** The response for a picture that is stored already. Nothing is written but the call, if it has an Idempotency-Key. */
async function keptResult(
  businessId: string,
  item: MediumItem,
  keep: PictureRequest['keep'],
): Promise<AdminResult> {
  const known = result(businessId, item, 200)
  const steps = keep(known)
  if (steps.length > 0) await commit(steps)
  return known
}

const result = (businessId: string, item: MediumItem, status: 200 | 201): AdminResult => ({
  status,
  body: shownMedium(businessId, item),
  ...(status === 201 && { headers: { location: `${BASE_PATH}/admin/media/${item.id}` } }),
})

async function bytesOf(body: PictureSource): Promise<Buffer> {
  if ('bytes' in body) return body.bytes
  const fetched = await fetchPicture(body.source_url, { loopback: allowsLoopback() })
  if ('bytes' in fetched) return fetched.bytes
  throw problems.unreachable({ detail: `The picture cannot be read: source_url ${fetched.fault}.` })
}

/** The type of a picture by its first bytes. Throws `not_supported`, and `type_differs` if it is declared as another one. */
function requireType(bytes: Buffer, declared: PictureType | undefined): PictureType {
  if (bytes.length === 0) throw problems.notSupported({ detail: 'The file is empty.' })
  const type = pictureTypeOf(bytes)
  if (!type)
    throw problems.notSupported({
      detail: `By its first bytes the file is not ${PICTURE_TYPES.join(', ')}.`,
    })
  if (declared !== undefined && declared !== type)
    throw problems.typeDiffers({
      detail: `By its first bytes the file is ${type}, but Content-Type is ${declared}.`,
    })
  return type
}

const million = (pixels: number) => pixels / 1_000_000

const drawingProblem = (fault: DrawingFault) =>
  fault === 'too_many_pixels'
    ? problems.tooManyPixels({
        detail: `A picture can have at most ${million(MAX_PIXELS)} million pixels, an AVIF ${million(MAX_AVIF_PIXELS)} and one with 16 bits per channel ${million(MAX_DEEP_PIXELS)}, and no side longer than ${MAX_SIDE.toLocaleString('en-US')} pixels.`,
      })
    : problems.unreadable({ detail: 'The file cannot be drawn: it is damaged, or ends early.' })

/** Limits of pictures are not those of other objects. */
async function withinLimits<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'limit_reached')) throw error
    throw problems.limitReached({
      detail: `A business can have at most ${MAX_PICTURES.toLocaleString('en-US')} pictures, ${MAX_PICTURES_BYTES / 1024 ** 3} GB together.`,
    })
  }
}
