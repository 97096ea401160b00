import { randomUUID } from 'node:crypto'
import type { Business, NewBusiness } from '../domain/business.ts'
import { isUuid } from '../domain/slug.ts'
import { commit } from './commit.ts'
import { eventSteps, previousOf } from './events.ts'
import { businessKey, shopKey } from './keys.ts'
import { businessStorefront } from './storefront.ts'
import { againstNewest, isStill, nextVersion, type WriteOptions } from './versions.ts'
import { readItem } from './writer.ts'

export type BusinessItem = Business & { pk: string; sk: string; type: 'business' }

/** Creates a business under a new id. Throws the `Refusal` `slug_taken`. */
export async function createBusiness(input: NewBusiness, now = new Date()): Promise<Business> {
  const time = now.toISOString()
  // A random UUID, unlike an id made from the clock, tells nobody when a shop opened.
  const id = randomUUID()
  const business: Business = {
    ...input,
    id,
    status: 'active',
    created_at: time,
    updated_at: time,
    version: 1,
  }
  await commit([
    {
      write: {
        Put: {
          Item: { ...shopKey(input.slug), type: 'shop', business_id: id },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      refusal: 'slug_taken',
    },
    {
      write: {
        Put: {
          Item: itemOf(business),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    },
  ])
  return business
}

/** The business of an id or a slug, or undefined. */
export async function findBusiness(idOrSlug: string): Promise<Business | undefined> {
  const id = isUuid(idOrSlug) ? idOrSlug.toLowerCase() : await findIdBySlug(idOrSlug)
  return id === undefined ? undefined : getBusiness(id)
}

/** A business as it stands after every acknowledged write, or undefined. */
export async function getBusiness(businessId: string): Promise<Business | undefined> {
  const item = await readItem<BusinessItem>(businessKey(businessId))
  return item && businessOf(item)
}

/**
 * Changes a business by a pure function of its newest state, again if another writer was first. A change that
 * changes nothing writes nothing. Returns the business as it is now, or undefined if there is none.
 */
export const updateBusiness = (
  businessId: string,
  change: (business: Business) => Business,
  { now = new Date(), check }: WriteOptions<Business> = {},
): Promise<Business | undefined> =>
  againstNewest(async () => {
    const before = await getBusiness(businessId)
    if (!before) return undefined
    check?.(before)
    const after = nextVersion(before, change(before), now)
    if (after === before) return before
    const previous = previousOf(before, after)
    await commit([
      {
        write: { Put: { Item: itemOf(after), ...isStill(before) } },
        refusal: 'version_changed',
      },
      ...eventSteps(businessId, { type: 'business.updated', data: after, previous }, now),
    ])
    return after
  })

const itemOf = (business: Business) => ({
  ...businessKey(business.id),
  type: 'business',
  ...business,
  ...businessStorefront(business),
})

async function findIdBySlug(slug: string): Promise<string | undefined> {
  const shop = await readItem<{ business_id: string }>(shopKey(slug))
  return shop?.business_id
}

/** The business in an item, without what only the table needs. */
export function businessOf(item: BusinessItem): Business {
  const { id, slug, name, description, logo_url, currency, locale, timezone, country, contact } = item
  const { social_links, metadata, status, created_at, updated_at, version } = item
  const { email, phone, website, address } = contact
  return {
    ...{ id, slug, name, description, logo_url, currency, locale, timezone, country },
    // DynamoDB keeps the members of a map in an order of its own.
    contact: { email, phone, website, address },
    ...{ social_links, metadata, status, created_at, updated_at, version },
  }
}
