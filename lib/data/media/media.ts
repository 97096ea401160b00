import { MAX_PICTURES, MAX_PICTURES_BYTES, type PictureType, type Rendition } from '../../domain/media.ts'
import { readItem } from '../table/calls/writer.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { type AttributeChange, updateOf, when } from '../table/expressions.ts'
import { listItems } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'
import { againstNewest, timeOfNext } from '../table/versions.ts'
import { type MediumItem, shownMedium } from './medium-item.ts'
import { deleteRenditions, putRenditions } from './rendition-store.ts'

/** The number of pictures of a business and their bytes, and how many were ever deleted. */
interface MediaCount extends keys.Key {
  type: 'media_count'
  pictures: number
  bytes: number
  deletions: number
}

/** A picture, read consistently; undefined if there is none, or none any more. */
export async function readMedium(businessId: string, mediumId: string): Promise<MediumItem | undefined> {
  const item = await readItem<MediumItem>(keys.mediumKey(businessId, mediumId))
  return item?.is_going ? undefined : item
}

/** A page of pictures, in the order of their ids. */
export const listMedia = <T>(
  businessId: string,
  read: (item: MediumItem) => T,
  page: PageRequest,
): Promise<Page<T>> =>
  listItems<MediumItem, T>(
    { start: keys.mediumKey(businessId, ''), type: 'medium', reverse: false, where: [], read },
    page,
  )

/** Throws the `Refusal` `limit_reached` if a business has no room for a picture of `bytes` bytes. */
export async function requireRoomForMedium(businessId: string, bytes: number): Promise<void> {
  requireRoom(await readItem<MediaCount>(keys.mediaCountKey(businessId)), bytes)
}

function requireRoom(count: MediaCount | undefined, bytes: number): void {
  const { pictures = 0, bytes: stored = 0 } = count ?? {}
  if (pictures >= MAX_PICTURES || stored + bytes > MAX_PICTURES_BYTES) throw new Refusal('limit_reached')
}

/** A picture that was drawn and is to be stored. */
export interface DrawnMedium {
  id: string
  media_type: PictureType
  bytes: number
  width: number
  height: number
  renditions: readonly Rendition[]
}

/**
 * Stores a picture: its renditions first, then in one transaction its item, its place in the count, its event, and the steps of
 * `also`. One that is being deleted is new again. Killed in between, the same upload completes it. One that another request stored meanwhile stays as it is. A
 * deletion that ended meanwhile may have taken the renditions with it: then they are stored again. Throws the `Refusal`s
 * `limit_reached` and `already_answered`.
 */
export const storeMedium = (
  businessId: string,
  { renditions, ...drawn }: DrawnMedium,
  also: (item: MediumItem) => readonly Step[],
  now = () => new Date(),
): Promise<{ item: MediumItem; isNew: boolean }> =>
  againstNewest(async () => {
    const key = keys.mediumKey(businessId, drawn.id)
    const [before, count] = await Promise.all([
      readItem<MediumItem>(key),
      readItem<MediaCount>(keys.mediaCountKey(businessId)),
    ])
    if (before && !before.is_going) return { item: before, isNew: false }
    if (!before) requireRoom(count, drawn.bytes)
    await putRenditions(businessId, drawn.id, renditions)
    // Behind a deletion of it, and behind the files, which take their time: the feed waits for its event only so long.
    const time = timeOfNext({ updated_at: before?.deleted_at ?? LONG_AGO }, now())
    const item: MediumItem = { ...key, type: 'medium', ...drawn, created_at: time.toISOString() }
    const isStill = before ? when`#is_going = ${true}` : when`attribute_not_exists(pk)`
    await commit([
      ...also(item),
      { write: { Put: { Item: item, ...isStill } }, refusal: 'version_changed' },
      before ? unchangedCount(businessId, count) : countedStep(businessId, count, drawn.bytes),
      ...eventSteps(businessId, happened('media.created', businessId, item), time),
    ])
    return { item, isNew: true }
  })

const LONG_AGO = new Date(0).toISOString()

const happened = (type: 'media.created' | 'media.deleted', businessId: string, item: MediumItem) => ({
  type,
  data: shownMedium(businessId, item),
  previous: {},
})

/** Counts a picture, if there is room for it and nothing was deleted since the count was read. */
function countedStep(businessId: string, count: MediaCount | undefined, bytes: number): Step {
  const { deletions = 0 } = count ?? {}
  const hasRoom = when`attribute_not_exists(pk) OR (#deletions = ${deletions} AND #pictures < ${MAX_PICTURES} AND #bytes <= ${MAX_PICTURES_BYTES - bytes})`
  const change = { set: { type: 'media_count' }, add: { pictures: 1, bytes, deletions: 0 }, if: hasRoom }
  return countStep(businessId, change)
}

/** Refuses if anything was deleted since the count was read. */
const unchangedCount = (businessId: string, count: MediaCount | undefined): Step =>
  countStep(businessId, { add: { pictures: 0 }, if: when`#deletions = ${count?.deletions ?? 0}` })

const countStep = (businessId: string, change: AttributeChange): Step => ({
  write: { Update: { Key: keys.mediaCountKey(businessId), ...updateOf(change) } },
  refusal: 'version_changed',
})

/**
 * Deletes a picture: marks it, with its event, because from then on nobody sees it; deletes its renditions; and then its item
 * with its place in the count in one transaction. In the other order a picture that is uploaded again meanwhile would lose its
 * renditions and keep its item. Killed in between, a second call completes it, and a second upload brings the picture back. False
 * if there is none.
 */
export const deleteMedium = (
  businessId: string,
  mediumId: string,
  now = () => new Date(),
): Promise<boolean> =>
  againstNewest(async () => {
    const key = keys.mediumKey(businessId, mediumId)
    const item = await readItem<MediumItem>(key)
    if (!item) return false
    if (!item.is_going)
      await markDeleted(businessId, item, timeOfNext({ updated_at: item.created_at }, now()))
    await deleteRenditions(businessId, mediumId)
    await commit([
      { write: { Delete: { Key: key, ...when`#is_going = ${true}` } }, refusal: 'version_changed' },
      countStep(businessId, { add: { pictures: -1, bytes: -item.bytes, deletions: 1 } }),
    ])
    return true
  })

/** Throws the `Refusal` `version_changed` if it is another picture by now, or marked already. */
async function markDeleted(businessId: string, item: MediumItem, time: Date): Promise<void> {
  const isStill = when`#created_at = ${item.created_at} AND attribute_not_exists(#is_going)`
  const mark = updateOf({ set: { is_going: true, deleted_at: time.toISOString() }, if: isStill })
  await commit([
    { write: { Update: { Key: { pk: item.pk, sk: item.sk }, ...mark } }, refusal: 'version_changed' },
    ...eventSteps(businessId, happened('media.deleted', businessId, item), time),
  ])
}
