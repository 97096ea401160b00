/**
 * The one way to the bucket of pictures: every key is made here, below the business that is given, and as in the table a
 * request on behalf of a business reaches nothing of another.
 */
import { MEDIA_PREFIX, RENDITION_NAMES, type Rendition } from '../../domain/media.ts'
import { BucketUnavailable, deleteObject, listObjects, putObject } from '../s3/client.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { requireOwn } from '../table/calls/tenant-guard.ts'

/** For so long shared caches keep a picture, so that a deleted one is gone after that. */
export const PICTURE_IN_CACHES_S = 86_400

/** Browsers keep a picture for a year, because its address is a digest of it. */
const CACHING = `public, max-age=31536000, s-maxage=${PICTURE_IN_CACHES_S}, immutable`

/** The key prefix of all renditions of a business, or of one of its pictures. Throws `ForeignItem`. */
function prefixOf(businessId: string, mediumId?: string): string {
  requireOwn(businessId)
  return [MEDIA_PREFIX, businessId, ...(mediumId === undefined ? [] : [mediumId]), ''].join('/')
}

/** Stores the renditions of a picture, whatever was there. Throws `TableUnavailable` if the bucket does not respond. */
export async function putRenditions(
  businessId: string,
  mediumId: string,
  renditions: readonly Rendition[],
): Promise<void> {
  const prefix = prefixOf(businessId, mediumId)
  await inTime(() =>
    together(
      renditions.map(({ name, type, bytes }) =>
        putObject(prefix + name, bytes, { 'content-type': type, 'cache-control': CACHING }),
      ),
    ),
  )
}

/** Deletes the renditions of a picture, if they are there. Throws `TableUnavailable` if the bucket does not respond. */
export async function deleteRenditions(businessId: string, mediumId: string): Promise<void> {
  const prefix = prefixOf(businessId, mediumId)
  await inTime(() => together(RENDITION_NAMES.map((name) => deleteObject(prefix + name))))
}

/** A rendition in the bucket. */
export interface StoredRendition {
  mediumId: string
  name: string
  /** When it was last written, in milliseconds since the epoch. */
  writtenAt: number
}

/** Every rendition of a business, or of one of its pictures, page by page. Throws `TableUnavailable` if the bucket does not respond. */
export async function* listRenditions(
  businessId: string,
  mediumId?: string,
): AsyncGenerator<StoredRendition[]> {
  const prefix = prefixOf(businessId)
  const pages = listObjects(prefixOf(businessId, mediumId))
  for (;;) {
    const { done, value } = await inTime(() => pages.next())
    if (done) return
    yield value.map(({ key, writtenAt }) => {
      const [id = '', ...rest] = key.slice(prefix.length).split('/')
      return { mediumId: id, name: rest.join('/'), writtenAt }
    })
  }
}

/** Deletes these renditions, if they are there. Throws `TableUnavailable` if the bucket does not respond. */
export async function deleteStored(
  businessId: string,
  renditions: readonly StoredRendition[],
): Promise<void> {
  const prefix = prefixOf(businessId)
  for (let first = 0; first < renditions.length; first += AT_ONCE)
    await inTime(() =>
      together(
        renditions
          .slice(first, first + AT_ONCE)
          .map(({ mediumId, name }) => deleteObject(`${prefix}${mediumId}/${name}`)),
      ),
    )
}

const AT_ONCE = 20

/**
 * Waits for all of them, also if one fails: a deletion that is still tried after its failure was returned could meet the
 * next upload of the same picture.
 */
async function together(requests: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(requests))
    if (outcome.status === 'rejected') throw outcome.reason
}

/** For those who call, a bucket that does not respond is what a table is that does not. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BucketUnavailable)
      throw new TableUnavailable('the bucket of pictures did not respond', { cause: error })
    throw error
  }
}
