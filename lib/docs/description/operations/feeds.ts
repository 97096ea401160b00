import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter } from '../parameters.ts'
import { A_FEED_REPORT, FEED_FILES } from '../schemas/feed.ts'

const file = pathParameter('feed', `The name of the feed: ${FEED_FILES}.`)

/** The operations on feeds, structured data and the report, by the function that handles each. */
export const FEED_OPERATIONS = {
  'feeds/get': {
    operationId: 'getFeed',
    summary: 'Get a product feed',
    description:
      'Returns everything that the shop sells, a row for each enabled variant, for Google (`google.xml`), Meta (`meta.xml`) or OpenAI (`openai.jsonl`), or the pages of its products (`sitemap.xml`). The feed is complete or an error, and up to 15 minutes old. A shop has feeds once its `product_url_template` is set.',
    tag: 'Catalogue',
    parameters: [file],
    answers: {
      200: {
        description: 'The feed.',
        types: ['application/xml', 'application/jsonl', 'application/gzip'],
        schema: { type: 'string' },
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
    problems: ['feed_not_found', 'catalogue_too_large', 'feed_empty'],
  },
  'products/jsonld': {
    operationId: 'getStructuredData',
    summary: 'Get the structured data of a product',
    description:
      'Returns an active product, by id or slug, as schema.org data: a `Product` with its offer, or a `ProductGroup` with one for each enabled variant. A page can paste it as it is into a script element of type `application/ld+json`. It has URLs once the `product_url_template` of the business is set.',
    tag: 'Catalogue',
    parameters: [pathParameter('product', 'The id or the slug of the product.')],
    answers: {
      200: {
        description: 'JSON-LD.',
        types: ['application/ld+json'],
        schema: ref('StructuredData'),
        headers: ['ETag', 'Vary', 'Content-Encoding'],
      },
    },
    problems: ['product_not_found', 'business_not_found'],
  },
  'admin/feeds/get': {
    operationId: 'getFeedReport',
    summary: 'Get the report of a feed',
    description:
      'Returns how many rows a feed has, how many it leaves out, and what they are missing. It reads the whole shop.',
    tag: 'Products',
    parameters: [file],
    answers: {
      200: { description: 'The report.', schema: ref('FeedReport'), example: A_FEED_REPORT },
    },
    problems: ['feed_not_found', 'catalogue_too_large', 'business_not_found'],
  },
} satisfies Record<string, OperationSpec>
