/** SHOP rows and what a profile says of its UUID, slug, former slugs and status, from both sides. */

import { formerSlugsIn, nameItem, namesOf } from '../../../data/business-names.ts'
import * as keys from '../../../data/table/keys.ts'
import type { StoredItem } from '../../../data/table/patient-reads.ts'
import { isStatus } from '../../../domain/business.ts'
import { isHeld } from '../../../domain/former-slug.ts'
import { finding, type Inspection, type Reference } from './findings.ts'

/** The fields of a profile that its SHOP items repeat. */
const namedIn = ({ id, slug, status, former_slugs }: StoredItem) => ({
  id: String(id),
  slug: String(slug),
  status: String(status),
  former_slugs: formerSlugsIn(former_slugs),
})

/** The SHOP rows of a business's UUID, its slug and its former ones, which must lead to it for as long as it says. */
export function shopReferences(profile: StoredItem, now: Date): Reference[] {
  const named = namedIn(profile)
  return namesOf(named, now).map((name) => {
    const due: Record<string, unknown> & keys.Key = nameItem(named, name)
    const { pk, sk } = due
    const key = { pk, sk }
    return {
      key,
      judge(shop) {
        if (!shop)
          return finding('shop_missing', key, `it should name the business ${named.id}, but does not exist`)
        if (shop.business_id !== named.id)
          return finding('shop_elsewhere', key, `names ${JSON.stringify(shop.business_id)}, not ${named.id}`)
        if (shop.until !== due.until)
          return finding('shop_differs', key, `names it ${span(shop.until)}, not ${span(due.until)}`)
        // An invalid status of the business itself is another finding.
        if (shop.status === due.status || !isStatus(profile.status)) return undefined
        const said = shop.status === undefined ? 'no status' : `the status ${JSON.stringify(shop.status)}`
        return finding('shop_status_differs', key, `it has ${said}, the business has "${named.status}"`)
      },
    }
  })
}

const span = (until: unknown) => (until === undefined ? 'without an end' : `until ${JSON.stringify(until)}`)

/** Inspects a SHOP row that names the business. A former slug past its time may be there until the table deletes it. */
export function shopFromItsOwnSide(businessId: string, shop: StoredItem, now: Date): Inspection {
  const { until } = shop
  if (typeof until === 'string' && !isHeld(until, now)) return { findings: [], references: [] }
  return {
    findings: [],
    references: [
      {
        key: keys.businessKey(businessId),
        judge(profile) {
          if (!profile) return finding('shop_nowhere', shop, `names ${businessId}, which has no profile`)
          // The check of the profile compares until when it leads there.
          if (namesOf(namedIn(profile), now).some(({ name }) => keys.shopKey(name).pk === shop.pk))
            return undefined
          return finding('shop_left', shop, `names the business, whose slug is ${profile.slug}`)
        },
      },
    ],
  }
}
