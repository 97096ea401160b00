import { requireRoomForMedium } from '../../lib/data/media/media.ts'
import { putItem } from '../../lib/data/table/calls/writer.ts'
import { mediaCountKey } from '../../lib/data/table/keys.ts'
import {
  MAX_AVIF_PIXELS,
  MAX_DEEP_PIXELS,
  MAX_PIXELS,
  MAX_SIDE,
  MAX_SOURCE_BYTES,
} from '../../lib/domain/media.ts'
import { pictureBody } from '../../lib/http/media/picture-body.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { makeBusiness } from '../support/shop.ts'
import { type Check, is, takes } from './limit-check.ts'

/** True if a business with so many pictures and bytes can have one more of one byte. */
async function hasRoom(pictures: number, bytes: number): Promise<boolean> {
  const { id } = await makeBusiness()
  await putItem({ ...mediaCountKey(id), type: 'media_count', pictures, bytes, deletions: 0 })
  return requireRoomForMedium(id, 1).then(
    () => true,
    () => false,
  )
}

async function isTaken(bytes: number): Promise<boolean> {
  const event = apiEvent({ route: '/admin/media', headers: { 'content-type': 'image/jpeg' } })
  const request = {
    event: { ...event, body: 'x'.repeat(bytes), call: { headers: {} } },
    context: lambdaContext(),
    response: undefined,
    error: undefined,
    internal: {},
  }
  try {
    await pictureBody.read.before(request)
    return true
  } catch {
    return false
  }
}

/** The rows of docs/limits.md about pictures, by their first column. */
export const MEDIA_CHECKS: Record<string, Check> = {
  'pictures of a business': takes((count) => hasRoom(count - 1, 0)),
  'pictures of a business together, as they were sent': takes((bytes) => hasRoom(1, bytes - 1)),
  'a picture, as it is sent': takes(isTaken),
  'a picture at a `source_url`': is(() => MAX_SOURCE_BYTES),
  'pixels of a picture': is(() => MAX_PIXELS),
  'pixels of an AVIF': is(() => MAX_AVIF_PIXELS),
  'pixels of a picture with 16 bits per channel': is(() => MAX_DEEP_PIXELS),
  'width and height of an uploaded picture, in pixels': is(() => MAX_SIDE),
}
