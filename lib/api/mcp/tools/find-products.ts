import * as v from 'valibot'
import { cursor, oneOf, PRICES, words, yesOrNo } from '../arguments.ts'
import { listed, pageOf } from '../ask.ts'
import { categoriesBelow, noteOnCategory } from '../categories.ts'
import { ifAllowed } from '../known-products.ts'
import { code, onlySet, PRODUCT } from '../rows.ts'
import { tool } from '../tool.ts'

/** The most categories below another one that a result names. */
const MOST_BELOW = 20

const page = pageOf(
  v.object({ ...PRODUCT, currency: v.string(), status: v.string(), sku: code, external_id: code }),
  {},
)

/** GET /admin/products: the merchant's products in any status. */
export const findProducts = tool(
  {
    name: 'find_products',
    description: `Lists products of the merchant in any status, drafts too, in the order of their creation. Use it to find products by status, category, SKU or external id, or to go through all of them. To find products by words, use search_products, which knows published ones only. ${PRICES}`,
    scope: 'products:read',
    annotations: { title: 'Find products', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    status: v.optional(
      oneOf(['draft', 'active', 'archived'], 'Only products of this status; `active` is published.'),
    ),
    category: v.optional(
      words(
        'The id of a category. Products of those below it are not found: `categories_below` names these.',
      ),
    ),
    sku: v.optional(words('The SKU of a product or of one of its variants: at most one product has it.')),
    external_id: v.optional(words('The id of a product in another system: at most one product has it.')),
    newest_first: v.optional(yesOrNo('true: the product that was created last comes first.'), false),
    cursor: v.optional(cursor),
  }),
  async (api, { newest_first, ...filter }) => {
    const query = { ...filter, sort: newest_first ? '-created_at' : undefined }
    const category = filter.cursor === undefined ? filter.category : undefined
    const below =
      category === undefined ? [] : ((await ifAllowed(() => categoriesBelow(api, category))) ?? [])
    return listed(api, { path: '/admin/products', query, most: 25 }, page, async ({ data, next_cursor }) => ({
      products: data.map(({ currency: _, ...row }) => onlySet(row)),
      currency: data[0]?.currency,
      ...(below.length > 0 && { categories_below: below.slice(0, MOST_BELOW) }),
      ...(below.length > MOST_BELOW && { categories_below_count: below.length }),
      ...(category !== undefined &&
        data.length === 0 &&
        next_cursor === null &&
        (await noteOnCategory(api, category))),
    }))
  },
)
