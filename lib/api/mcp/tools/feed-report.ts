import * as v from 'valibot'
import type { FeedName } from '../../../domain/channels/feeds.ts'
import { oneOf } from '../arguments.ts'
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
      'Reports what is missing from the product feed of a channel: how many rows it has, how many products or variants it leaves out and for want of which field (`missing`; `gtin|mpn` means that one of them is enough), and which fields the channel recommends. Use it for "why is this product not on Google?". `left_out_rows` are the first of them.',
    scope: 'products:read',
    annotations: { title: 'Report on a product feed', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    feed: oneOf(
      FEEDS,
      'The feed: google.xml for Google Shopping, meta.xml for Facebook and Instagram, openai.jsonl for ChatGPT, sitemap.xml for search engines.',
    ),
  }),
  async (api, { feed }) => {
    const { data, ...found } = await ask(api, ['GET', `/admin/feeds/${feed}`], report)
    return { result: { ...found, left_out_rows: data.slice(0, MOST_ROWS) } }
  },
)
