import * as v from 'valibot'
import { cursor, oneOf, PRICES, wholeNumber, words, yesOrNo } from '../arguments.ts'
import { listed, pageOf } from '../ask.ts'
import { noteOnCategory } from '../categories.ts'
import { code, onlySet, PRODUCT } from '../rows.ts'
import { tool } from '../tool.ts'

/** The orders that shoppers ask for. */
const SORTS = ['relevance', 'price', '-price', 'name', '-created_at'] as const

const args = v.strictObject({
  q: v.optional(
    words(
      'Words of the product alone, such as "green tea": prices and stock have arguments of their own. Misspelt words are corrected. Without it: all products.',
    ),
  ),
  category: v.optional(words('The id of a category, from list_categories; those below it are searched too.')),
  price_min: v.optional(wholeNumber('The lowest price, such as 1000 for €10.00.')),
  price_max: v.optional(wholeNumber('The highest price, such as 2500 for €25.00.')),
  is_available: v.optional(yesOrNo('true: only what can be bought now.')),
  on_sale: v.optional(yesOrNo('true: only what costs less than before.')),
  sort: v.optional(
    oneOf(SORTS, 'The order; `-` reverses it. Without it: relevance, or the order of the shop.'),
  ),
  cursor: v.optional(cursor),
})

const page = pageOf(v.object({ ...PRODUCT, currency: v.string(), brand: code }), {
  total: v.number(),
  corrected_q: v.nullable(v.string()),
  relaxed: v.boolean(),
})

/** GET /products/search: products that everybody sees, by words and filters. */
export const searchProducts = tool(
  {
    name: 'search_products',
    description: `Finds products that the shop sells, by words and filters. Use it first for any question about what there is; get_product has the description and the variants of one. It never finds drafts. \`relaxed\` true: no product has all the words, these have most of them. \`price_range\` is there where variants have different prices. ${PRICES}`,
    annotations: { title: 'Search products', readOnlyHint: true, openWorldHint: false },
  },
  args,
  (api, query) => {
    const category = query.cursor === undefined ? query.category : undefined
    return listed(
      api,
      { path: '/products/search', query, most: 25 },
      page,
      async ({ data, total, corrected_q, relaxed }) => ({
        products: data.map(({ currency: _, ...row }) => onlySet(row)),
        currency: data[0]?.currency,
        total,
        ...(corrected_q !== null && { corrected_q }),
        ...(relaxed && { relaxed }),
        ...(category !== undefined && total === 0 && (await noteOnCategory(api, category))),
      }),
    )
  },
)
