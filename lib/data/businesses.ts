import { randomUUID } from 'node:crypto'
import type { Business, NewBusiness } from '../domain/business.ts'
import { isHeld } from '../domain/former-slug.ts'
import { withUnknown } from '../domain/newer-members.ts'
import { pick } from '../domain/pick.ts'
import { isUuid } from '../domain/text/identifiers.ts'
import type { BusinessItem, FormerSlug } from './business-item.ts'
import { claimSlug, forgetSteps, formerSlugsIn, letGo, nameById, nameSteps } from './business-names.ts'
import { registration } from './registry.ts'
import { BESIDE_MEMBERS, businessStorefront } from './storefront/storefront.ts'
import { readItem } from './table/calls/writer.ts'
import { commit, Refusal, type Step } from './table/commit.ts'
import { eventSteps, previousOf } from './table/events.ts'
import { businessKey, shopKey } from './table/keys.ts'
import {
  againstNewest,
  isStill,
  nextVersion,
  timeOfNext,
  versionAfter,
  type WriteOptions,
} from './table/versions.ts'

/** A change of status writes the rows of all of them in one transaction, which takes 100 items. */
export const MAX_FORMER_SLUGS = 50

/** Old links lead to a shop for this long, and nobody else can take its name meanwhile. */
const FORMER_SLUG_MS = 90 * 24 * 60 * 60 * 1000

/** Creates a business under a new id. Throws the `Refusal` `slug_taken`. */
export async function createBusiness(input: NewBusiness, now = new Date()): Promise<Business> {
  const time = now.toISOString()
  // A random UUID, unlike an id made from the clock, does not show when a shop opened.
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
    claimSlug(business, input.slug, now),
    nameById(business),
    {
      write: {
        Put: {
          Item: itemOf(business),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    },
    registration(id),
  ])
  return business
}

/** The business of an id or a slug, be it a former one, or undefined. */
export async function findBusiness(idOrSlug: string, now = new Date()): Promise<Business | undefined> {
  const id = isUuid(idOrSlug) ? idOrSlug.toLowerCase() : await findIdBySlug(idOrSlug, now)
  return id === undefined ? undefined : getBusiness(id)
}

/** A business, read consistently, or undefined. */
export async function getBusiness(businessId: string): Promise<Business | undefined> {
  const item = await readProfile(businessId)
  return item && businessOf(item)
}

const readProfile = (businessId: string) => readItem<BusinessItem>(businessKey(businessId))

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
    const item = await readProfile(businessId)
    if (!item) return undefined
    const before = businessOf(item)
    check?.(before)
    const changed = change(before)
    const isMerchants = changed.status === before.status
    const after = isMerchants ? nextVersion(before, changed, now) : nextByOperator(before, changed, now)
    if (after === before) return before
    const { former_slugs } = item
    await commit([
      putNewest(before, after, former_slugs),
      ...updatedEvent(before, after, now),
      ...(isMerchants ? [] : await nameSteps({ ...item, ...after }, now)),
    ])
    return after
  })

/**
 * Gives a business another slug. The one it had leads to it for 90 days more. Returns the business as it is now with
 * the slug it let go, which is null if it had the wanted one already; undefined if there is no such business.
 * Throws the `Refusal`s `slug_taken`, and `limit_reached` if it would have too many former ones.
 */
export const renameBusiness = (
  businessId: string,
  slug: string,
  { now = new Date(), check }: WriteOptions<Business> = {},
): Promise<{ business: Business; former: FormerSlug | null } | undefined> =>
  againstNewest(async () => {
    const item = await readProfile(businessId)
    if (!item) return undefined
    const before = businessOf(item)
    check?.(before)
    if (before.slug === slug) return { business: before, former: null }
    const after = nextByOperator(before, { ...before, slug }, now)
    const former = { slug: before.slug, until: new Date(now.getTime() + FORMER_SLUG_MS).toISOString() }
    const others = formerSlugsIn(item.former_slugs).filter((one) => one.slug !== slug)
    const held = others.filter(({ until }) => isHeld(until, now))
    if (held.length >= MAX_FORMER_SLUGS) throw new Refusal('limit_reached')
    await commit([
      // Checked first: after a rename by somebody else the wanted slug may be the business's own by now.
      putNewest(before, after, [...held, former]),
      claimSlug(after, slug, now),
      letGo(after, former),
      ...updatedEvent(before, after, now),
      ...(await forgetSteps(
        businessId,
        others.filter((one) => !held.includes(one)),
      )),
    ])
    return { business: after, former }
  })

/**
 * The next version of a business of which the operator changed slug or status. How large it may be binds its merchant
 * alone: who fills it up to the last byte can be suspended, renamed and deleted like anybody else.
 */
const nextByOperator = (before: Business, changed: Business, now: Date): Business =>
  versionAfter(before, changed, now)

/** The steps by which a deletion of a business begins, on the condition that it is still as it was read. */
export function deletingSteps(item: BusinessItem, now: Date): Step[] {
  const before = businessOf(item)
  const after = nextByOperator(before, { ...before, status: 'deleting' }, now)
  return [putNewest(before, after, item.former_slugs), ...updatedEvent(before, after, now)]
}

const putNewest = (before: Business, after: Business, formerSlugs: FormerSlug[] | undefined): Step => ({
  write: {
    Put: {
      Item: { ...itemOf(after), ...(formerSlugs && { former_slugs: formerSlugs }) },
      ...isStill(before),
    },
  },
  refusal: 'version_changed',
})

const updatedEvent = (before: Business, after: Business, now: Date): Step[] =>
  eventSteps(
    after.id,
    { type: 'business.updated', data: after, previous: previousOf(before, after) },
    timeOfNext(before, now),
  )

const itemOf = (business: Business) => ({
  ...businessKey(business.id),
  type: 'business',
  ...business,
  ...businessStorefront(business),
})

/**
 * The id of the business that a slug leads to, as its own or as a former one in its time. As the authorizer finds it,
 * but by the SDK, which an operator's credentials are for.
 */
export async function findIdBySlug(slug: string, now = new Date()): Promise<string | undefined> {
  const shop = await readItem<{ business_id?: string; until?: unknown }>(shopKey(slug))
  if (!shop) return undefined
  return shop.until === undefined || isHeld(shop.until, now) ? shop.business_id : undefined
}

/** The business in an item, without what only the table needs. */
export function businessOf(item: BusinessItem): Business {
  const { id, slug, name, description, logo_url, currency, locale, timezone, country, contact } = item
  const { social_links, metadata, status, created_at, updated_at, version } = item
  const { product_url_template = null } = item
  const business: Business = {
    id,
    slug,
    name,
    description,
    logo_url,
    currency,
    locale,
    timezone,
    country,
    contact: contactOf(contact),
    social_links,
    metadata,
    product_url_template,
    status,
    created_at,
    updated_at,
    version,
  }
  return withUnknown(business, item, BESIDE_PROFILE)
}

const BESIDE_PROFILE = [...BESIDE_MEMBERS, 'former_slugs']

/** DynamoDB keeps the members of a map in an order of its own. */
const contactOf = (contact: Business['contact']): Business['contact'] =>
  withUnknown(pick(contact, ['email', 'phone', 'website', 'address']), contact)
