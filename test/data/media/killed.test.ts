import { afterEach, describe, expect, test, vi } from 'vitest'
import { readFeed } from '../../../lib/data/events.ts'
import { deleteMedium, listMedia, storeMedium } from '../../../lib/data/media/media.ts'
import { type MediumItem, mediumIdOf } from '../../../lib/data/media/medium-item.ts'
import { deleteRenditions, listRenditions, putRenditions } from '../../../lib/data/media/rendition-store.ts'
import { asTenant, ForeignItem } from '../../../lib/data/table/calls/tenant-guard.ts'
import { FEED_DELAY_MS } from '../../../lib/data/table/calls/times.ts'
import type { Step } from '../../../lib/data/table/commit.ts'
import { mediaCountKey, mediumKey } from '../../../lib/data/table/keys.ts'
import { RENDITION_NAMES } from '../../../lib/domain/media.ts'
import { mendMediaCount, removeLeftRenditions } from '../../../lib/operator/upkeep/reindex/pictures.ts'
import { removePictures } from '../../../lib/operator/upkeep/removal/pictures.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { corruptItem, plantItem, storedItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { A_PIXEL } from '../../support/upload.ts'

const A_DAY_MS = 24 * 60 * 60 * 1000
const send = globalThis.fetch

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Requests to the bucket reach it until so many have; from then on nothing does, as if the process were killed. */
function killAfter(requests: number): void {
  let count = 0
  vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) => {
    if (count++ < requests) return send(...sent)
    throw new Error('killed')
  })
}

const drawn = (businessId: string, bytes: Buffer = A_PIXEL) => ({
  id: mediumIdOf(businessId, bytes),
  media_type: 'image/png' as const,
  bytes: bytes.length,
  width: 1,
  height: 1,
  renditions: RENDITION_NAMES.map((name) => ({ name, type: 'image/webp' as const, bytes })),
})

const store = (businessId: string, bytes?: Buffer) =>
  storeMedium(businessId, drawn(businessId, bytes), () => [])

async function renditionsOf(businessId: string): Promise<string[]> {
  const pages = await Array.fromAsync(listRenditions(businessId))
  return pages.flat().map(({ mediumId, name }) => `${mediumId}/${name}`)
}

const idsOf = async (businessId: string) =>
  (await listMedia(businessId, ({ id }: MediumItem) => id, { after: undefined, limit: 200 })).items

/** The events of pictures, in the order of the feed. */
async function eventsOf(businessId: string): Promise<string[]> {
  const later = new Date(Date.now() + 2 * FEED_DELAY_MS)
  const { items } = await readFeed(businessId, {}, { limit: 200 }, later)
  return items.map((json) => JSON.parse(json).type).filter((type) => type.startsWith('media.'))
}

const countOf = (businessId: string) => storedItem(mediaCountKey(businessId))

describe.each([0, 1, 4])('killed after %i requests to the bucket', (requests) => {
  test('an upload has no item, and the same upload completes it', async () => {
    const { id } = await makeBusiness()
    killAfter(requests)
    await expect(store(id)).rejects.toThrow('the bucket of pictures did not respond')
    vi.unstubAllGlobals()
    expect(await idsOf(id)).toEqual([])
    expect((await store(id)).isNew).toBe(true)
    expect(await renditionsOf(id)).toHaveLength(5)
    expect(await countOf(id)).toMatchObject({ pictures: 1, bytes: A_PIXEL.length })
  })

  test('a repeated deletion completes one that was cut off', async () => {
    const { id } = await makeBusiness()
    const { item } = await store(id)
    killAfter(requests)
    await expect(deleteMedium(id, item.id)).rejects.toThrow('the bucket of pictures did not respond')
    vi.unstubAllGlobals()
    expect(await deleteMedium(id, item.id)).toBe(true)
    expect([await idsOf(id), await renditionsOf(id)]).toEqual([[], []])
    expect(await countOf(id)).toMatchObject({ pictures: 0, bytes: 0 })
    // The first deletion is the one that nobody sees the picture after.
    expect(await eventsOf(id)).toEqual(['media.created', 'media.deleted'])
  })

  test('after a deletion the same upload brings the picture back', async () => {
    const { id } = await makeBusiness()
    const { item } = await store(id)
    killAfter(requests)
    await expect(deleteMedium(id, item.id)).rejects.toThrow('the bucket of pictures did not respond')
    vi.unstubAllGlobals()
    expect((await store(id)).isNew).toBe(true)
    expect(await renditionsOf(id)).toHaveLength(5)
    expect(await countOf(id)).toMatchObject({ pictures: 1, bytes: A_PIXEL.length })
    const { findings, seen } = await verifyBusiness(id)
    expect([findings, seen.media]).toEqual([[], 1])
    await deleteMedium(id, item.id)
    expect(await eventsOf(id)).toEqual(['media.created', 'media.deleted', 'media.created', 'media.deleted'])
  })
})

test('an upload again and a deletion of nothing have no event', async () => {
  const { id } = await makeBusiness()
  const { item } = await store(id)
  expect((await store(id)).isNew).toBe(false)
  await deleteMedium(id, item.id)
  expect(await deleteMedium(id, item.id)).toBe(false)
  expect(await eventsOf(id)).toEqual(['media.created', 'media.deleted'])
})

test('the events of a picture are in their order though the clock of a writer is late', async () => {
  const { id } = await makeBusiness()
  const late = () => new Date(0)
  const { item } = await store(id)
  killAfter(0)
  await expect(deleteMedium(id, item.id, late)).rejects.toThrow('the bucket of pictures did not respond')
  vi.unstubAllGlobals()
  const again = await storeMedium(id, drawn(id), () => [], late)
  expect(await eventsOf(id)).toEqual(['media.created', 'media.deleted', 'media.created'])
  expect(again.item.created_at > item.created_at).toBe(true)
})

test('a picture and its event are there together, or neither is', async () => {
  const { id } = await makeBusiness()
  const refused: Step = {
    write: {
      ConditionCheck: { Key: mediaCountKey(id), ConditionExpression: 'attribute_exists(nothing_has_this)' },
    },
    refusal: 'limit_reached',
  }
  await expect(storeMedium(id, drawn(id), () => [refused])).rejects.toThrow()
  expect([await idsOf(id), await eventsOf(id)]).toEqual([[], []])
})

test('a deletion that ends between the renditions and the item of an upload does not leave an item without them', async () => {
  const { id } = await makeBusiness()
  const other = (await store(id, Buffer.from('another'))).item
  let count = 0
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const response = await send(...sent)
    if (++count !== RENDITION_NAMES.length) return response
    // Of the same picture, whose renditions go, and of another one, so that there is one to delete.
    for (const name of RENDITION_NAMES)
      await send(String(sent[0]).replace(/[^/]+$/, name), { method: 'DELETE' })
    await deleteMedium(id, other.id)
    return response
  })
  await store(id)
  vi.unstubAllGlobals()
  expect(await renditionsOf(id)).toHaveLength(5)
})

test('an upload of a picture that is going leaves no item without renditions, though it comes and goes meanwhile', async () => {
  const { id } = await makeBusiness()
  const key = mediumKey(id, (await store(id)).item.id)
  const { id: mediumId } = drawn(id)
  await corruptItem(key, { is_going: true })
  let count = 0
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const response = await send(...sent)
    if (++count !== RENDITION_NAMES.length) return response
    // The deletion ends, the picture is there again, and the next deletion is killed without its renditions.
    await deleteMedium(id, mediumId)
    await store(id)
    await corruptItem(key, { is_going: true })
    await deleteRenditions(id, mediumId)
    return response
  })
  await store(id)
  vi.unstubAllGlobals()
  expect([await idsOf(id), (await renditionsOf(id)).length]).toEqual([[mediumId], 5])
})

test('20 times four uploads of one picture at once make one item, counted once', async () => {
  const { id } = await makeBusiness()
  for (let n = 1; n <= 8; n++) {
    const bytes = Buffer.from(`picture ${n}`)
    const all = await Promise.all([1, 2, 3, 4].map(() => store(id, bytes)))
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await countOf(id)).toMatchObject({ pictures: n })
  }
})

test('racing uploads and deletions of one picture end with both or neither', async () => {
  const { id } = await makeBusiness()
  const mediumId = mediumIdOf(id, A_PIXEL)
  for (let n = 0; n < 8; n++) {
    await Promise.all([store(id), deleteMedium(id, mediumId), store(id), deleteMedium(id, mediumId)])
    const ids = await idsOf(id)
    expect(await renditionsOf(id)).toHaveLength(5 * ids.length)
    expect(await countOf(id)).toMatchObject({ pictures: ids.length })
  }
  // Each comes after the other: no deletion and no upload has two events, and none has none.
  const types = await eventsOf(id)
  const inTurn = ['media.created', 'media.deleted']
  expect(types).toEqual(types.map((_, n) => inTurn[n % 2]))
  expect(types.length % 2).toBe((await idsOf(id)).length)
})

test('reindex deletes renditions without an item once they are a day old, and no others', async () => {
  const { id } = await makeBusiness()
  const { item } = await store(id)
  const left = drawn(id, Buffer.from('left'))
  await putRenditions(id, left.id, left.renditions)
  expect(await removeLeftRenditions(id, undefined)).toBe(0)
  expect(await removeLeftRenditions(id, undefined, Date.now() + A_DAY_MS - 600_000)).toBe(0)
  expect(await removeLeftRenditions(id, undefined, Date.now() + 2 * A_DAY_MS)).toBe(5)
  expect(await renditionsOf(id)).toEqual(RENDITION_NAMES.toSorted().map((name) => `${item.id}/${name}`))
})

test('a deleted business leaves nothing in the bucket, and no other business loses anything', async () => {
  const [gone, other] = [await makeBusiness(), await makeBusiness()]
  for (const { id } of [gone, other]) await store(id)
  await removePictures({ businessId: gone.id, signal: undefined, onDeleted: () => {} })
  expect([await renditionsOf(gone.id), (await renditionsOf(other.id)).length]).toEqual([[], 5])
})

test('verify finds a wrong count, and reindex corrects it', async () => {
  const { id } = await makeBusiness()
  await store(id)
  await corruptItem(mediaCountKey(id), { pictures: 2 })
  expect((await verifyBusiness(id)).findings).toMatchObject([
    { code: 'media_count_wrong', detail: expect.stringContaining('it says 2 of') },
  ])
  expect(await mendMediaCount(id, undefined)).toBe(true)
  expect((await verifyBusiness(id)).findings).toEqual([])
  expect(await mendMediaCount(id, undefined)).toBe(false)
})

test('verify finds a picture without its files, and none that is being deleted', async () => {
  const { id } = await makeBusiness()
  const { item } = await store(id)
  const key = mediumKey(id, item.id)
  await deleteRenditions(id, item.id)
  expect((await verifyBusiness(id)).findings).toEqual([
    { code: 'renditions_missing', ...key, detail: 'it has 0 of 5 files' },
  ])
  await corruptItem(key, { is_going: true })
  expect((await verifyBusiness(id)).findings).toEqual([])
})

test('verify looks for no files of items that a newer version keeps among pictures', async () => {
  const { id } = await makeBusiness()
  const { item } = await store(id)
  const later = `${item.id}-later`
  await plantItem({ ...mediumKey(id, later), id: later, type: 'of a later version' })
  const { findings } = await verifyBusiness(id)
  expect(findings.filter(({ code }) => code === 'renditions_missing')).toEqual([])
})

test('a request on behalf of one business reaches no rendition of another', async () => {
  const [own, other] = [await makeBusiness(), await makeBusiness()]
  const { id, renditions } = drawn(other.id)
  await expect(asTenant(own.id, () => putRenditions(other.id, id, renditions))).rejects.toThrow(ForeignItem)
  expect(await renditionsOf(other.id)).toEqual([])
})
