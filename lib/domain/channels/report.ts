import { FEEDS, type FeedName, missingIn, rowsOf } from './feeds.ts'
import type { Shop, ShownProduct } from './goods.ts'

/** The most left-out rows that a report names. */
export const MOST_NAMED = 100

/** A row that a feed leaves out, and its missing fields. */
interface LeftOut {
  variant_id: string
  product_id: string
  missing: string[]
}

/** The rows of a feed, those that it leaves out, and the reasons. */
export interface FeedReport {
  feed: FeedName
  products: number
  rows: number
  left_out: number
  /** How many rows are left out for want of each. */
  missing: Record<string, number>
  /** How many rows of the feed would be shown more often with each. */
  recommended: Record<string, number>
  /** How many rows of the feed go without each attribute, because its value is too long. */
  too_long: Record<string, number>
  /** The first that are left out, by the slug of their product. */
  data: LeftOut[]
}

const counter = () => new Map<string, number>()

/** Looks at all products of a shop as the feed does. */
export function reportOf(name: FeedName, shop: Shop, products: readonly ShownProduct[]): FeedReport {
  const feed = FEEDS[name]
  const [missing, recommended, tooLong] = [counter(), counter(), counter()]
  const count = (counts: Map<string, number>, needs: readonly string[]) => {
    for (const need of needs) counts.set(need, (counts.get(need) ?? 0) + 1)
  }
  const leftOut: (LeftOut & { slug: string })[] = []
  let rows = 0
  for (const shown of products)
    for (const goods of rowsOf(feed, shop, shown)) {
      const lacking = missingIn(feed.required, goods, shop)
      count(missing, lacking)
      if (lacking.length === 0) {
        rows++
        count(recommended, missingIn(feed.recommended, goods, shop))
        count(tooLong, goods.too_long)
        continue
      }
      const { id: variant_id, product_id } = goods
      leftOut.push({ slug: shown.product.slug, variant_id, product_id, missing: lacking })
    }
  leftOut.sort((a, b) => (a.slug < b.slug ? -1 : Number(a.slug > b.slug)))
  return {
    feed: name,
    products: products.length,
    rows,
    left_out: leftOut.length,
    missing: Object.fromEntries(missing),
    recommended: Object.fromEntries(recommended),
    too_long: Object.fromEntries(tooLong),
    data: leftOut.slice(0, MOST_NAMED).map(({ slug: _, ...row }) => row),
  }
}
