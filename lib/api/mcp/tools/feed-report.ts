import * as v from 'valibot'
import type { FeedName } from '../../../domain/channels/feeds.ts'
import { oneOf, skip } from '../arguments.ts'
import { ask } from '../ask.ts'
import { tool } from '../tool.ts'

const FEEDS = ['google.xml', 'meta.xml', 'openai.jsonl', 'sitemap.xml'] as const satisfies readonly FeedName[]

const MOST_ROWS = 50

const counts = v.record(v.string(), v.number())

const report = v.object({
  feed: v.string(),
  products: v.number(),
  rows: v.number(),
  left_out: v.number(),
  missing: counts,
  recommended: counts,
  too_long: counts,
  data: v.array(v.object({ product_id: v.string(), variant_id: v.string(), missing: v.array(v.string()) })),
})

/** GET /admin/feeds/{feed}: what a channel does not get, and why. */
export const feedReport = tool(
  {
    name: 'feed_report',
    description:
      'Reports what is missing from the product feed of a channel. Use it for "why is this product not on Google?". `products` are published, and each variant is a row: `rows` are in the feed, `left_out` are not, for want of the fields that `missing` counts (`gtin|mpn`: one of them is enough). `recommended` counts the rows of the feed without a field that the channel recommends, `too_long` those with a value that is too long for it. `left_out_rows` shows 50 at a time.',
    scope: 'products:read',
    annotations: { title: 'Report on a product feed', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    feed: oneOf(
      FEEDS,
      'The feed: google.xml for Google Shopping, meta.xml for Facebook and Instagram, openai.jsonl for ChatGPT, sitemap.xml for search engines.',
    ),
    skip: v.optional(skip('`next_skip` of the result before: the rows after it.'), 0),
  }),
  async (api, { feed, skip }) => {
    const { data, ...found } = await ask(api, ['GET', `/admin/feeds/${feed}`], report)
    const end = Math.min(skip + MOST_ROWS, data.length)
    const left = found.left_out - end
    const next =
      end < data.length
        ? { next_skip: end }
        : {
            note: `Only the first ${data.length} can be listed. When these have what is missing, others are.`,
          }
    return {
      result: {
        ...found,
        left_out_rows: data.slice(skip, end),
        ...(left > 0 && { more_rows: left, ...next }),
      },
    }
  },
)
