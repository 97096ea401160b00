import { fileAnswer, gzipAnswer } from '../../lib/api/http/answer/file-answer.ts'
import { makeFeedFile } from '../../lib/api/http/feeds/feed-file.ts'
import { readFeedName } from '../../lib/api/http/feeds/feed-name.ts'
import { keptFile } from '../../lib/api/http/feeds/kept-files.ts'
import { catalogueTooLarge, feedNotFound } from '../../lib/api/http/problems/problems.ts'
import { publicEndpoint } from '../../lib/api/http/public-endpoint.ts'
import { findProfile } from '../../lib/data/storefront/shop-window.ts'

/** GET /feeds/{feed}: all that a shop sells, as a channel or a search engine reads it. */
export const handler = publicEndpoint({}, async ({ businessId, path }) => {
  const { name, isCompressed } = readFeedName(path.feed)
  const business = await findProfile(businessId)
  if (!business?.product_url_template)
    throw feedNotFound({ detail: 'This shop has no feeds: it has not set its product_url_template.' })
  const file = await keptFile({ businessId, name, of: JSON.stringify(business) }, () =>
    makeFeedFile(name, business),
  )
  return {
    answer(preferences, audience) {
      if (isCompressed) return gzipAnswer(file, preferences, audience)
      const answer = fileAnswer(file, preferences, audience)
      if (!answer)
        throw catalogueTooLarge({
          detail: `This feed is too large without compression: fetch ${name}.gz, or accept gzip.`,
        })
      return answer
    },
  }
})
