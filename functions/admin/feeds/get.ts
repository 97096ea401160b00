import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { tooLarge } from '../../../lib/api/http/feeds/feed-file.ts'
import { readFeedName } from '../../../lib/api/http/feeds/feed-name.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { BASE_PATH } from '../../../lib/api/route.ts'
import { CatalogueTooLarge } from '../../../lib/data/storefront/catalogue.ts'
import { findProfile, readShopWindow } from '../../../lib/data/storefront/shop-window.ts'
import { reportOf } from '../../../lib/domain/channels/report.ts'

/** GET /admin/feeds/{feed}: what a feed has, what it leaves out, and what is missing. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const { name } = readFeedName(path.feed)
  const business = await findProfile(businessId)
  if (!business) throw notFound('business')
  const { shop, products } = await readShopWindow(business).catch((error: unknown) => {
    throw error instanceof CatalogueTooLarge ? tooLarge() : error
  })
  const { feed, ...report } = reportOf(name, shop, products)
  const url = `${BASE_PATH}/feeds/${feed}?business=${businessId}`
  return { body: { feed, url, ...report } }
})
