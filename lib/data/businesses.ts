import { randomUUID } from 'node:crypto'
import type { Business, NewBusiness } from '../domain/business.ts'
import { isUuid } from '../domain/slug.ts'
import { commit } from './commit.ts'
import { businessKey, shopKey } from './keys.ts'
import { businessStorefront } from './storefront.ts'
import { readItem } from './writer.ts'

type BusinessItem = Business & { pk: string; sk: string; type: 'business' }

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
          Item: { ...businessKey(id), type: 'business', ...business, ...businessStorefront(business) },
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
  const item = id === undefined ? undefined : await readItem<BusinessItem>(businessKey(id))
  return item && businessOf(item)
}

async function findIdBySlug(slug: string): Promise<string | undefined> {
  const shop = await readItem<{ business_id: string }>(shopKey(slug))
  return shop?.business_id
}

function businessOf(item: BusinessItem): Business {
  const { id, slug, name, description, logo_url, currency, locale, timezone, country, contact } = item
  const { social_links, metadata, status, created_at, updated_at, version } = item
  return {
    ...{ id, slug, name, description, logo_url, currency, locale, timezone, country, contact },
    ...{ social_links, metadata, status, created_at, updated_at, version },
  }
}
