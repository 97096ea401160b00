import { isDeepStrictEqual } from 'node:util'
import { MAX_OBJECT_BYTES } from '../../domain/limits.ts'
import { keepUnknown } from '../../domain/newer-members.ts'
import { PRODUCT_STATUSES, type Product } from '../../domain/products/product.ts'
import { shown } from '../../domain/public-view.ts'
import { TableUnavailable } from './calls/table-fault.ts'
import { asOneWrite } from './calls/times.ts'
import { beforeNextTry, Refusal, type RefusalReason, type Step } from './commit.ts'
import { when } from './expressions.ts'

/** The members that every resource has: `version` grows by one with each change. Times are RFC 3339. */
interface Versioned {
  version: number
  created_at: string
  updated_at: string
}

/**
 * Runs an attempt that reads, decides and writes on the condition that what it read is still so; after a jittered
 * pause once more whenever another writer was first, which the `Refusal` with this reason says. The time of a whole write, not a
 * number of tries, ends it: five tries let 14 of 200 racing writers through, 8 s all of them. Throws `TableUnavailable` then.
 */
export const againstNewest = <T>(
  attempt: () => Promise<T>,
  reason: RefusalReason = 'version_changed',
): Promise<T> =>
  asOneWrite(async () => {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Refusal && error.reason === reason)) throw error
        await beforeNextTry(
          tries,
          new TableUnavailable('other writes kept changing the object', { cause: error }),
        )
      }
    }
  })

/** The next version of an object, with what another version stored in it; the object itself if the change changes nothing. */
export function nextVersion<T extends Versioned>(before: T, changed: T, now: Date): T {
  const after = keepUnknown(before, changed)
  // Not by their JSON: DynamoDB keeps the members of a map in an order of its own.
  return isDeepStrictEqual(after, before) ? before : anotherVersion(before, after, now)
}

/** The next version of an object, even if only what belongs to it has changed. */
export const anotherVersion = <T extends Versioned>(before: T, changed: T, now: Date): T =>
  allowedSize(versionAfter(before, changed, now))

/** The next version of an object, however large it is. A deletion is one too: its event says what was deleted, and when. */
export const versionAfter = <T extends Versioned>(before: T, changed: T, now: Date): T => ({
  ...changed,
  updated_at: timeOfNext(before, now).toISOString(),
  version: before.version + 1,
})

/**
 * When an object changes next: now, but always behind its last change. A writer that had to wait for others began before
 * them, and clocks differ; without this a later version, and its event, would have the earlier time.
 */
export const timeOfNext = ({ updated_at }: Pick<Versioned, 'updated_at'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(updated_at) + 1))

/**
 * The object, if what the merchant wrote in it is small enough, as its view shows it: a sale, another version or an archiving
 * is never too large. Throws the `Refusal` `object_too_large`.
 */
export function allowedSize<T extends object>(object: T, most = MAX_OBJECT_BYTES): T {
  const view = { ...asWritten(isProduct(object) ? shown(object) : object), last_variant: undefined }
  if (Buffer.byteLength(JSON.stringify(view)) > most) throw new Refusal('object_too_large')
  return object
}

/** An object, or a sheet of variants, with the members that the server changes at their shortest. */
const asWritten = (object: object): object => ({
  ...object,
  ...('version' in object && { version: 1 }),
  ...('is_available' in object && { is_available: true }),
  is_on_backorder: undefined,
  ...(isProduct(object) && { status: SHORTEST_STATUS }),
  ...('variants' in object && Array.isArray(object.variants) && { variants: object.variants.map(asWritten) }),
})

const [SHORTEST_STATUS] = PRODUCT_STATUSES.toSorted((one, other) => one.length - other.length)

const isProduct = (object: object): object is Pick<Product, 'additional_categories'> =>
  'additional_categories' in object

/**
 * The condition of a write that nobody changed the item since it was read, or that it does not exist yet. One that was
 * deleted and created again under its id has another `created_at`, even if its version is the same.
 */
export const isStill = (before: Pick<Versioned, 'version' | 'created_at'> | undefined) =>
  before
    ? when`#version = ${before.version} AND #created_at = ${before.created_at}`
    : when`attribute_not_exists(pk)`

/** The options of a write. */
export interface WriteOptions<T> {
  now?: Date
  /** Looks at the object before it is changed and may throw to leave it as it is. */
  check?: (before: T) => void
  /** Further steps of the same transaction, made from the object as it will be; they are checked first. */
  also?: (after: T, isNew: boolean) => Step[]
  /** True for a write that no size refuses: it ends what was allowed when it began. */
  isOfAnySize?: true
}
