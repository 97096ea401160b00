/** How a business that is being deleted is closed, and gives up the names by which it was called. */

import { closingStep, readRoster } from '../../../data/api-keys/roster.ts'
import type { BusinessItem } from '../../../data/business-item.ts'
import { deletedAfter, formerSlugsIn, nameItem } from '../../../data/business-names.ts'
import { deletingSteps } from '../../../data/businesses.ts'
import { readItem } from '../../../data/table/calls/writer.ts'
import { commit, type Step } from '../../../data/table/commit.ts'
import { when } from '../../../data/table/expressions.ts'
import { businessKey, type Key, shopKey } from '../../../data/table/keys.ts'
import { nameOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'
import { isHeld } from '../../../domain/former-slug.ts'
import type { Removing } from './items.ts'

/**
 * How long nobody can take the slugs of a deleted business: for 60 s an authorizer may remember whose they were, and
 * a response of that time may be kept by HTTP caches for 90 s (60 s, and 30 s more while it is fetched again).
 */
export const SLUGS_HELD_MS = 60_000 + 90_000

/**
 * Closes a business in one transaction: its status becomes `deleting`, its keys can no longer be made or changed, and
 * its slugs lead nowhere and are held. Does nothing more where that is so already, nor where there is no such business.
 */
export const closeBusiness = (businessId: string): Promise<void> =>
  againstNewest(async () => {
    const now = new Date()
    const profile = await readItem<BusinessItem>(businessKey(businessId))
    if (!profile) return
    const { is_closed } = await readRoster(businessId)
    const steps = [
      ...(profile.status === 'deleting' ? [] : deletingSteps(profile, now)),
      ...(is_closed ? [] : [closingStep(businessId)]),
      ...(await nameSteps(profile, now)),
    ]
    if (steps.length > 0) await commit(steps)
  })

/** Every slug that a profile lists, former ones past their time included. */
const slugsOf = ({ slug, former_slugs }: BusinessItem) => [
  slug,
  ...formerSlugsIn(former_slugs).map((former) => former.slug),
]

/** Of the rows that are still the business's, its UUID's says the status, and those of its slugs become tombstones. */
async function nameSteps(profile: BusinessItem, now: Date): Promise<Step[]> {
  const { id } = profile
  const until = new Date(now.getTime() + SLUGS_HELD_MS).toISOString()
  const due: StoredItem[] = [
    nameItem({ id, status: 'deleting' }, { name: id }),
    ...slugsOf(profile).map((slug) => tombstone(slug, until)),
  ]
  const found = await readItems(due)
  return due.flatMap((Item) => {
    const row = found.get(nameOf(Item))
    if (row?.business_id !== id || row.status === Item.status) return []
    return [{ write: { Put: { Item, ...isOf(id) } }, refusal: 'version_changed' as const }]
  })
}

/** The tombstone of a slug, which does not name its business. The table deletes it when its time is over. */
const tombstone = (slug: string, until: string): StoredItem => ({
  ...shopKey(slug),
  type: 'shop',
  status: 'deleted',
  until,
  ttl: deletedAfter(until),
})

const isOf = (businessId: string) => when`#business_id = ${businessId}`

/** The RFC 3339 time until which a slug is held for nobody, because its business was deleted; or undefined. */
export async function heldUntil(slug: string, now = new Date()): Promise<string | undefined> {
  const row = await readItem<StoredItem>(shopKey(slug))
  return row && isTombstone(row) && isHeld(row.until, now) ? String(row.until) : undefined
}

const isTombstone = ({ business_id, status }: StoredItem) => business_id === undefined && status === 'deleted'

/** Deletes the tombstones of a business's slugs whose time has come; the others are left to the table. */
export const removeTombstones = (removing: Removing): Promise<void> =>
  againstNewest(async () => {
    const profile = await readItem<BusinessItem>(businessKey(removing.businessId))
    if (!profile) return
    const now = new Date()
    const rows = [...(await readItems(slugsOf(profile).map(shopKey))).values()]
    const over = rows.filter((row) => isTombstone(row) && !isHeld(row.until, now))
    removing.signal?.throwIfAborted()
    if (over.length > 0) await commit(over.map((row) => deletion(row, now)))
    removing.onDeleted(over.length)
  })

/** Somebody may have taken the slug since it was read, or lost it in turn. */
const deletion = ({ pk, sk }: Key, now: Date): Step => ({
  write: {
    Delete: {
      Key: { pk, sk },
      ...when`attribute_not_exists(#business_id) AND #until <= ${now.toISOString()}`,
    },
  },
  refusal: 'version_changed',
})
