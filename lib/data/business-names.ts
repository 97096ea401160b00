/**
 * The rows of a business's names: its UUID, its slug and its former slugs. Each says whose name it is, what status
 * that business has and, of a former slug, until when it leads there, so that the authorizer reads nothing else.
 */
import { isStatus } from '../domain/business.ts'
import { isHeld } from '../domain/former-slug.ts'
import { withUnknown } from '../domain/newer-members.ts'
import type { BusinessItem, FormerSlug } from './business-item.ts'
import { readItem } from './table/calls/writer.ts'
import { commit, type Step } from './table/commit.ts'
import { isOwnOrNobodys, when } from './table/expressions.ts'
import { businessKey, shopKey } from './table/keys.ts'
import { differences, nameOf, readItems, type StoredItem } from './table/patient-reads.ts'
import { TTL_ATTRIBUTE } from './table/schema.ts'
import { againstNewest, isStill } from './table/versions.ts'

/** The fields of a business that its SHOP items repeat. */
interface Named {
  id: string
  status: string
}

/** A name, and until when it leads to its business; without an end it is its slug or its UUID. */
interface Name {
  name: string
  until?: string
}

/** The row of a name. The table deletes that of a former slug a day after its time, or later. */
export const nameItem = ({ id, status }: Named, { name, until }: Name) => ({
  ...shopKey(name),
  type: 'shop',
  business_id: id,
  status,
  ...(until !== undefined && { until, [TTL_ATTRIBUTE]: deletedAfter(until) }),
})

/** Seconds since the epoch, a day after an RFC 3339 time. */
export const deletedAfter = (time: string) => Math.floor(Date.parse(time) / 1000) + 24 * 60 * 60

/** The names that a profile lists. Former slugs past their time are left out. */
export const namesOf = (profile: { id: string; slug: string; former_slugs?: unknown }, now: Date): Name[] => [
  { name: profile.id },
  { name: profile.slug },
  ...formerSlugsIn(profile.former_slugs)
    .filter(({ until }) => isHeld(until, now))
    .map(({ slug, until }) => ({ name: slug, until })),
]

/** The profile's former slugs, expired ones included. Malformed entries are skipped. */
export function formerSlugsIn(listed: unknown): FormerSlug[] {
  if (!Array.isArray(listed)) return []
  return (listed as unknown[]).filter((one): one is FormerSlug => {
    const { slug, until } = (one ?? {}) as Record<string, unknown>
    return typeof slug === 'string' && typeof until === 'string'
  })
}

/** The row of a new business's UUID. */
export const nameById = (business: Named): Step => ({
  write: {
    Put: {
      Item: nameItem(business, { name: business.id }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
})

/** Takes a slug that nobody has, whose time with somebody else has passed, or that is the business's own former one. */
export const claimSlug = (business: Named, slug: string, now: Date): Step => ({
  write: {
    Put: {
      Item: nameItem(business, { name: slug }),
      // RFC 3339 times in UTC, all of one length: their text sorts as the times do.
      ...when`attribute_not_exists(pk) OR #until <= ${now.toISOString()} OR (#business_id = ${business.id} AND attribute_exists(#until))`,
    },
  },
  refusal: 'slug_taken',
})

/** Leaves a slug to the business as a former one. */
export const letGo = (business: Named, { slug, until }: FormerSlug): Step => ({
  write: { Put: { Item: nameItem(business, { name: slug, until }), ...isOwnOrNobodys(business.id) } },
})

/**
 * The steps that remove the rows of former slugs whose time has passed, where they are still the business's: a row
 * that its profile does not list would be found by no deletion.
 */
export async function forgetSteps(businessId: string, passed: readonly FormerSlug[]): Promise<Step[]> {
  const rows = await readItems(passed.map(({ slug }) => shopKey(slug)))
  const own = [...rows.values()].filter(({ business_id }) => business_id === businessId)
  return own.map(({ pk, sk }) => ({
    write: { Delete: { Key: { pk, sk }, ...isOwnOrNobodys(businessId) } },
    refusal: 'version_changed',
  }))
}

/**
 * The steps that write those of a business's rows that are missing or other than its profile says. Another's stay as
 * they are. They belong into one transaction with the profile, or with the condition that it is still the same.
 */
export async function nameSteps(profile: BusinessItem, now: Date): Promise<Step[]> {
  const due = namesOf(profile, now).map((name) => nameItem(profile, name))
  const found = await readItems(due)
  return due
    .filter((item) => isWrong(item, found.get(nameOf(item))))
    .map((item) => ({
      write: { Put: { Item: kept(item, found.get(nameOf(item))), ...isOwnOrNobodys(profile.id) } },
      // Somebody's since it was read: to be read once more.
      refusal: 'version_changed',
    }))
}

/** The members that the row of a former slug has. */
const OF_FORMER = ['until', TTL_ATTRIBUTE]

/** The row as it is due, with what another version stored in it. */
const kept = <T extends StoredItem>(due: T, found: StoredItem | undefined): T =>
  found ? withUnknown(due, found, OF_FORMER) : due

function isWrong(due: StoredItem, found: StoredItem | undefined): boolean {
  if (!found) return true
  if (found.business_id !== due.business_id) return false
  return differences([...Object.keys(due), ...OF_FORMER], due, found).length > 0
}

/**
 * Writes those rows of a business's names that are missing or other than its profile says, and returns how many that
 * were. Those of a business that is being deleted are left alone, for it gives its names up, and those of one whose own
 * status is broken.
 */
export const mendNames = (businessId: string, now = new Date()): Promise<number> =>
  againstNewest(async () => {
    const profile = await readItem<BusinessItem>(businessKey(businessId))
    if (!profile || profile.status === 'deleting' || !isStatus(profile.status)) return 0
    const steps = await nameSteps(profile, now)
    if (steps.length > 0) await commit([isThisProfile(profile), ...steps])
    return steps.length
  })

const isThisProfile = (profile: BusinessItem): Step => ({
  write: { ConditionCheck: { Key: businessKey(profile.id), ...isStill(profile) } },
  refusal: 'version_changed',
})
