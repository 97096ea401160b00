import { afterAll, expect, inject, test } from 'vitest'
import { storeMedium } from '../../../lib/data/media/media.ts'
import { mediumIdOf } from '../../../lib/data/media/medium-item.ts'
import { mediaCountKey } from '../../../lib/data/table/keys.ts'
import { RENDITION_NAMES } from '../../../lib/domain/media.ts'
import { useTable } from '../../../lib/environment.ts'
import { mendMediaCount } from '../../../lib/operator/upkeep/reindex/pictures.ts'
import { dynamoProxy } from '../../support/dynamo-proxy.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { A_PIXEL } from '../../support/upload.ts'

/** Runs before the next transaction is sent. */
let before: (() => Promise<unknown>) | undefined

const { name, endpoint } = inject('table')
const proxy = await dynamoProxy({
  endpoint,
  async onCall({ operation, send }) {
    if (operation === 'TransactWriteItems') {
      const first = before
      before = undefined
      await first?.()
    }
    return send()
  },
})
useTable({ name, endpoint: proxy.endpoint })
afterAll(proxy.close)

const store = (businessId: string, bytes: Buffer) => {
  const renditions = RENDITION_NAMES.map((rendition) => ({
    name: rendition,
    type: 'image/webp' as const,
    bytes,
  }))
  const drawn = { media_type: 'image/png' as const, bytes: bytes.length, width: 1, height: 1, renditions }
  return storeMedium(businessId, { id: mediumIdOf(businessId, bytes), ...drawn }, () => [])
}

test('a picture that comes between the counting and the correction is counted too', async () => {
  const { id } = await makeBusiness()
  await store(id, A_PIXEL)
  await corruptItem(mediaCountKey(id), { pictures: 5 })
  before = () => store(id, Buffer.from('other'))
  expect(await mendMediaCount(id, undefined)).toBe(true)
  expect(await storedItem(mediaCountKey(id))).toMatchObject({
    pictures: 2,
    bytes: A_PIXEL.length + 'other'.length,
  })
})
