import * as v from 'valibot'
import { cursor } from '../arguments.ts'
import { ask, listed, pageOf, queryOf } from '../ask.ts'
import { code, name, onlySet } from '../rows.ts'
import { type CallApi, tool } from '../tool.ts'

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

const names = v.object({ data: v.array(v.object({ id: v.string(), name })) })

/** GET /admin/inventory: variants whose stock is low, with the names of their products. */
export const lowStock = tool(
  {
    name: 'low_stock',
    description:
      'Lists the variants whose stock is low: their `quantity` is at or below `low_stock_at`. Use it for what has to be ordered again. `variant_id` is that of the product if it has no variants; plan_stock takes it. `held` are pieces that waiting buyers have taken already. A product that is not published has no `name` here: get_product_for_editing has it.',
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
        const nameOf = await namesOf(api, new Set(data.map(({ product_id }) => product_id)))
        return { low: data.map((row) => onlySet({ name: nameOf.get(row.product_id), ...row })) }
      },
    ),
)

/** The names of published products: everybody sees them, so the key needs no further scope. */
async function namesOf(api: CallApi, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map()
  const query = queryOf({ ids: [...ids].join(), fields: 'name' })
  const { data } = await ask(api, ['GET', '/products', { query }], names)
  return new Map(data.map((product) => [product.id, product.name]))
}
