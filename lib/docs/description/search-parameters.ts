import {
  LONGEST_SEARCH,
  MOST_FILTER_VALUES,
  MOST_HITS,
  type productSearchParameters,
} from '../../api/http/lists/product-search.ts'
import { FACETS } from '../../domain/search/facet.ts'
import { ref } from './json-schema.ts'
import { commas, fields, isAvailable, PAGE, price, type Query, repeated, text } from './query-parts.ts'

/** The query parameters of `GET /products/search`. */
export const SEARCH: Query<typeof productSearchParameters> = {
  q: {
    description: `Words to search for in names, brands, tags, categories and those above them, values of options and descriptions; or a whole GTIN or MPN. The first 8 words count. The last one can be the beginning of a word.`,
    schema: { ...text, maxLength: LONGEST_SEARCH },
    example: 'pepper mill',
  },
  category: {
    description:
      'Products of one of these categories, or of a category below. Can be repeated: the lists are joined.',
    schema: { type: 'array', items: text, minItems: 1, maxItems: MOST_FILTER_VALUES },
    ...commas,
  },
  tag: {
    description: 'Products with exactly this tag. Can be repeated: with one of these tags.',
    schema: { type: 'array', items: text, minItems: 1, maxItems: MOST_FILTER_VALUES },
    ...repeated,
  },
  price_min: {
    description: 'The lowest price, in the minor unit, of the product or one of its variants.',
    schema: price,
  },
  price_max: { description: 'The highest price, in the same way.', schema: price },
  is_available: isAvailable,
  on_sale: {
    description: '`true` for products with a price, of a variant too, below its `compare_at_price`.',
    schema: { type: 'boolean' },
  },
  option: {
    description:
      'A value of an option, as in `Size:M`, in any case. A colon or backslash in the option name needs a backslash before it. Can be repeated: values of one option are alternatives.',
    schema: {
      type: 'array',
      items: { type: 'string', pattern: '^(?:\\\\[\\s\\S]|[^\\\\:])+:[\\s\\S]+$' },
      minItems: 1,
      maxItems: MOST_FILTER_VALUES,
    },
    ...repeated,
    example: ['Size:M'],
  },
  facets: {
    description:
      'The facets to count; `option` is every option. At most 20 values of each, and 50 options. Can be repeated: the lists are joined.',
    schema: { type: 'array', items: ref('FacetName'), minItems: 1, maxItems: FACETS.length },
    ...commas,
    example: ['category', 'price'],
  },
  sort: {
    description:
      'The order; `-` reverses it exactly. `relevance` is the default with `q`, and `position` without. By `relevance`, pages reach only the first 1,000 hits.',
    schema: ref('SearchSort'),
  },
  fields,
  limit: {
    description:
      'The largest number of hits on a page. A page can be shorter if products are large or change.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_HITS, default: 50 },
  },
  cursor: PAGE.cursor,
}
