import * as v from 'valibot'
import { cursor } from '../arguments.ts'
import { listed, pageOf } from '../ask.ts'
import { knownProducts, nameOf } from '../known-products.ts'
import { code, LONGEST_NAME, onlySet } from '../rows.ts'
import { tool } from '../tool.ts'

const page = pageOf(
  v.object({
    variant_id: v.string(),
    product_id: v.string(),
    sku: code,
    quantity: v.number(),
    held: v.nullable(v.number()),
    low_stock_at: v.nullable(v.number()),
    allow_backorder: v.boolean(),
  }),
  {},
)

const LENGTHS = { name: LONGEST_NAME, value: 40 }

/** GET /admin/inventory: variants whose stock is low, with the names of their products and their values. */
export const lowStock = tool(
  {
    name: 'low_stock',
    description:
      'Lists the variants whose stock is low: their `quantity` is at or below `low_stock_at`. Use it for what has to be ordered again. `variant_id` is that of the product if it has no variants; plan_stock takes it. `held` are pieces that waiting buyers have taken already; `quantity` is without them. Where `name` is not shown, get_product_for_editing has it.',
    scope: 'inventory:read',
    annotations: { title: 'List low stock', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({ cursor: v.optional(cursor) }),
  (api, { cursor }) =>
    listed(
      api,
      { path: '/admin/inventory', query: { low_stock: true, cursor }, most: 25 },
      page,
      async ({ data }) => {
        const known = await knownProducts(api, new Set(data.map(({ product_id }) => product_id)))
        return { low: data.map((row) => onlySet({ ...nameOf(known, row, LENGTHS), ...row })) }
      },
    ),
)
