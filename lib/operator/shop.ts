import { findBusiness } from '../data/businesses.ts'
import type { Refusal } from '../data/table/commit.ts'
import type { Business } from '../domain/business.ts'
import { isSlug, isUuid } from '../domain/text/identifiers.ts'
import { quoted } from '../domain/text/quoted.ts'
import { Failure } from './command-line/failure.ts'
import { heldUntil } from './upkeep/removal/names.ts'

/** The business of an id or a slug. Throws a `Failure` if there is none. */
export async function shopOf(idOrSlug: string): Promise<Business> {
  const business = isUuid(idOrSlug) || isSlug(idOrSlug) ? await findBusiness(idOrSlug) : undefined
  if (!business) throw new Failure(`there is no business ${quoted(idOrSlug)}`)
  return business
}

/** The same, if something may still be written for it. Throws a `Failure` if it is being deleted. */
export async function lastingShopOf(idOrSlug: string): Promise<Business> {
  const business = await shopOf(idOrSlug)
  if (business.status === 'deleting') throw new Failure(`${quoted(idOrSlug)} is being deleted`)
  return business
}

/** Says why a refused slug is not available. */
export async function slugTaken(slug: string, cause: Refusal): Promise<Failure> {
  const until = await heldUntil(slug)
  const why =
    until === undefined
      ? 'is taken'
      : `is reserved until ${until}: its business was deleted, and caches can still have its data; try again after that`
  return new Failure(`the slug ${slug} ${why}`, { cause })
}
