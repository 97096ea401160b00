import { CatalogueTooLarge } from '../../../data/storefront/catalogue.ts'
import { FEED_BOUNDS, MOST_ROWS, readShopWindow } from '../../../data/storefront/shop-window.ts'
import { FEEDS, type FeedName, renderFeed } from '../../../domain/channels/feeds.ts'
import type { Shop } from '../../../domain/channels/goods.ts'
import { fileOf, type KeptFile, MOST_GZIP_BYTES } from '../answer/file-answer.ts'
import { catalogueTooLarge, feedEmpty } from '../problems/problems.ts'

/**
 * Makes a feed of a shop. Throws the problems `catalogue_too_large` and `feed_empty`: a feed has all products that can be read,
 * or the request fails, because a channel removes products that a feed no longer has.
 */
export async function makeFeedFile(name: FeedName, business: Shop['business']): Promise<KeptFile> {
  const feed = FEEDS[name]
  const { shop, products } = await readShopWindow(business).catch((error: unknown) => {
    throw error instanceof CatalogueTooLarge ? tooLarge() : error
  })
  const rendered = renderFeed(feed, shop, products)
  if (!rendered) throw tooLarge()
  const { text, rows } = rendered
  if (rows === 0 && products.length > 0)
    throw feedEmpty({
      detail: `No product has what ${name} needs: GET /admin/feeds/${name} says what is missing.`,
    })
  const file = fileOf(text, feed.type)
  if (file.gzip.length > MOST_GZIP_BYTES) throw tooLarge()
  return file
}

/** The problem of a shop that is too large for one file. */
export const tooLarge = () =>
  catalogueTooLarge({
    detail: `A feed has at most ${FEED_BOUNDS.products} products, ${MOST_ROWS} variants, and a size: this shop has more.`,
  })
