import { storeMedium } from '../../lib/data/media/media.ts'
import { mediumIdOf } from '../../lib/data/media/medium-item.ts'
import type { Business } from '../../lib/domain/business.ts'
import { RENDITION_NAMES } from '../../lib/domain/media.ts'
import { A_PIXEL } from '../support/upload.ts'
import type { Scenario } from './scenarios.ts'

/** A picture that is stored. */
export async function makeMedium({ id: businessId }: Business) {
  const id = mediumIdOf(businessId, A_PIXEL)
  const renditions = RENDITION_NAMES.map((name) => ({ name, type: 'image/webp' as const, bytes: A_PIXEL }))
  const size = { bytes: A_PIXEL.length, width: 1, height: 1 }
  await storeMedium(businessId, { id, media_type: 'image/png', ...size, renditions }, () => [])
  return { path: { id } }
}

const MARK = {
  members: ['"deleted_at":"<time>"', '"is_going":true'],
  event: '"event_type":"media.deleted"',
}

/** Every write of pictures; faults of the bucket are in test/data/media. */
export const MEDIA: readonly Scenario[] = [
  {
    route: 'POST /admin/media',
    prepare: async () => ({
      file: A_PIXEL,
      headers: { 'content-type': 'image/png', 'idempotency-key': 'once-and-only-once' },
    }),
  },
  { route: 'DELETE /admin/media/{id}', prepare: makeMedium, mark: MARK },
]
