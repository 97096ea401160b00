import { closed } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'

/** The envelope of a page of at most `most` of these, with more members if a list has some. */
export const listOf = (items: JsonSchema, more: Record<string, JsonSchema> = {}, most = 200): JsonSchema =>
  closed({
    data: { type: 'array', items, maxItems: most },
    count: { type: 'integer', minimum: 0, maximum: most, description: 'The number of items in `data`.' },
    has_more: { type: 'boolean', description: 'True if another page follows.' },
    next_cursor: {
      type: ['string', 'null'],
      description: 'The `cursor` of the next page; null on the last page.',
    },
    ...more,
  })

/** A page with one item on it. */
export const listExample = (item: object, nextCursor: string | null = null) => ({
  data: [item],
  count: 1,
  has_more: nextCursor !== null,
  next_cursor: nextCursor,
})
