/** SHOP rows and what a profile says of its slug and former slugs, from both sides. */
import { formerSlugsIn } from './businesses.ts'
import { isHeld } from './identities.ts'
import * as keys from './keys.ts'
import { finding, type Inspection, type Reference } from './verify-findings.ts'
import type { StoredItem } from './verify-reads.ts'

/** What a profile says: until when a slug leads to its business; undefined is for ever. Slugs past their time are left out. */
const slugsOf = (profile: StoredItem, now: Date): { slug: string; until: string | undefined }[] => [
  { slug: String(profile.slug), until: undefined },
  ...formerSlugsIn(profile.former_slugs).filter(({ until }) => isHeld(until, now)),
]

/** The SHOP rows of a business's slug and of its former ones, which must lead to it for as long as it says. */
export const shopReferences = (profile: StoredItem, now: Date): Reference[] =>
  slugsOf(profile, now).map(({ slug, until }) => {
    const key = keys.shopKey(slug)
    const { id } = profile
    return {
      key,
      judge(shop) {
        if (!shop) return finding('shop_missing', key, `the slug does not lead to the business ${id}`)
        if (shop.business_id !== id)
          return finding('shop_elsewhere', key, `leads to ${JSON.stringify(shop.business_id)}, not to ${id}`)
        if (shop.until === until) return undefined
        return finding('shop_differs', key, `leads to it ${span(shop.until)}, not ${span(until)}`)
      },
    }
  })

const span = (until: unknown) => (until === undefined ? 'for ever' : `until ${JSON.stringify(until)}`)

/** Inspects a SHOP row that names the business. A former slug past its time may lie there until the table deletes it. */
export function shopFromItsOwnSide(businessId: string, shop: StoredItem, now: Date): Inspection {
  const { until } = shop
  if (typeof until === 'string' && Date.parse(until) <= now.getTime()) return { findings: [], references: [] }
  return {
    findings: [],
    references: [
      {
        key: keys.businessKey(businessId),
        judge(profile) {
          if (!profile) return finding('shop_nowhere', shop, `leads to ${businessId}, which has no profile`)
          // Until when it leads there is judged from the profile's side.
          if (slugsOf(profile, now).some(({ slug }) => keys.shopKey(slug).pk === shop.pk)) return undefined
          return finding('shop_left', shop, `leads to the business, whose slug is ${profile.slug}`)
        },
      },
    ],
  }
}
