import { FEEDS } from '../../../domain/channels/feeds.ts'
import { MOST_NAMED } from '../../../domain/channels/report.ts'
import { closed, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { growing, UUID } from './members.ts'
import { VARIANT_ID } from './variant.ts'

const names = Object.keys(FEEDS)

/** The feeds, in words. */
export const FEED_FILES = `${names.map((name) => `\`${name}\``).join(', ')}; each also with \`.gz\`, the same file compressed`

const counts = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 1 },
  description,
})

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description })

export const FEED_SCHEMAS: Record<string, JsonSchema> = {
  FeedReport: closed({
    feed: ref('FeedName'),
    url: { type: 'string', description: "The path of the feed on the API's host." },
    products: count('The number of active products.'),
    rows: count('The number of rows of the feed.'),
    left_out: count('The number of rows that the feed leaves out, because something is missing.'),
    missing: counts(
      'How many rows are left out because they do not have a member. With `|` between names, one of them is enough.',
    ),
    recommended: counts('How many rows of the feed do not have a member that the channel recommends.'),
    too_long: counts(
      "How many rows of the feed have no `color`, `size`, `material` or `pattern`, because the option's value is too long for channels: over 100 characters, for `material` 200.",
    ),
    data: {
      type: 'array',
      items: ref('FeedOmission'),
      maxItems: MOST_NAMED,
      description: `The first ${MOST_NAMED} rows that are left out, by the slug of the product.`,
    },
  }),
  FeedOmission: closed({
    variant_id: { ...VARIANT_ID, description: 'The id of the variant, or of a product without options.' },
    product_id: { ...UUID, description: 'The id of the product.' },
    missing: { type: 'array', items: { type: 'string' }, description: 'The members that are missing.' },
  }),
  FeedName: growing(names, 'A feed.'),
  StructuredData: {
    type: 'object',
    properties: { '@context': { type: 'string' }, '@type': { type: 'string' } },
    required: ['@context', '@type'],
    description: 'JSON-LD (https://schema.org).',
  },
}

/** A report of a shop in which one product has no picture. */
export const A_FEED_REPORT = {
  feed: 'google.xml',
  url: '/api/v1/feeds/google.xml?business=7b1c9c1e-2f6d-4f6e-9a55-0d8f0f6f1c11',
  products: 59,
  rows: 70,
  left_out: 1,
  missing: { images: 1 },
  recommended: { brand: 12, 'gtin|mpn': 40 },
  too_long: {},
  data: [
    {
      variant_id: '01a1f85c-9786-79fb-a3c4-bd6300fca740',
      product_id: '01a1f85c-9786-79fb-a3c4-bd6300fca740',
      missing: ['images'],
    },
  ],
}
