import * as v from 'valibot'
import { PRICES, productId, skipDescription, skipVariants } from '../arguments.ts'
import { ask, queryOf } from '../ask.ts'
import { byName, code, DESCRIPTIONS, descriptionFrom, onlySet, PRODUCT, short, tags } from '../rows.ts'
import { shortest } from '../shown.ts'
import { type CallApi, ToolRefused, tool } from '../tool.ts'
import { options, VARIANT, withVariants } from '../variant-rows.ts'

/** With its size: what is written back without it has none. */
const image = v.object({
  url: v.string(),
  alt: v.nullish(v.string()),
  width: v.optional(v.number()),
  height: v.optional(v.number()),
})

const product = v.object({
  ...PRODUCT,
  name: short(200),
  description: v.string(),
  status: v.string(),
  currency: v.string(),
  sku: code,
  external_id: code,
  cost: v.nullish(v.number()),
  slug: v.string(),
  additional_categories: v.array(v.object({ id: v.string(), position: v.nullish(v.number()) })),
  tags,
  images: v.array(image),
  brand: code,
  condition: code,
  gtin: code,
  mpn: code,
  weight_grams: v.nullish(v.number()),
  metadata: byName,
  track_inventory: v.boolean(),
  allow_backorder: v.boolean(),
  low_stock_at: v.nullish(v.number()),
  variant_count: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  version: v.number(),
})

const variants = v.object({
  options,
  variants: v.array(
    v.object({
      ...VARIANT,
      sku: code,
      cost: v.nullish(v.number()),
      is_enabled: v.boolean(),
      track_inventory: v.boolean(),
    }),
  ),
})

const stock = v.object({
  data: v.array(v.object({ variant_id: v.string(), quantity: v.number(), held: v.nullable(v.number()) })),
})

/** The length of no description: it is shown whole, and what else can be long with it. */
const WHOLE = Number.POSITIVE_INFINITY

/** GET /admin/products/{id}: one product as its merchant sees it, with variants, stock and version. */
export const getProductForEditing = tool(
  {
    name: 'get_product_for_editing',
    description: `Returns one product in any status as its merchant sees it: with cost, SKU, stock (\`quantity\`), version and all its variants. Use it before plan_changes or plan_stock. Where there is no room, \`images\` is how many it has and \`metadata\` the names of its members, and \`next_skip_description\` leads to the rest of the description. ${PRICES}`,
    scope: 'products:read',
    annotations: { title: 'Get a product for editing', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    id: productId,
    skip_variants: v.optional(skipVariants, 0),
    skip_description: v.optional(skipDescription, 0),
  }),
  async (api, { id, skip_variants, skip_description }) => {
    const [found, set, quantityOf] = await Promise.all([
      ask(api, ['GET', `/admin/products/${id}`], product),
      ask(api, ['GET', `/admin/products/${id}/variants`], variants),
      stockOf(api, id),
    ])
    const { description, images, metadata, variant_count: _, ...row } = found
    const described = descriptionFrom(description, skip_description)
    const rows = set.variants.map((variant) => ({ ...variant, ...quantityOf?.get(variant.id) }))
    const own = set.options.length === 0 ? quantityOf?.get(found.id) : undefined
    const result = shortest([WHOLE, ...DESCRIPTIONS], (longest) =>
      withVariants(
        onlySet({
          ...row,
          ...described(longest),
          ...(longest === WHOLE
            ? { images, metadata }
            : { images: images.length, metadata: Object.keys(metadata) }),
          ...own,
          stock: quantityOf ? undefined : 'not shown: the API key has no scope inventory:read',
        }),
        set.options,
        rows,
        skip_variants,
      ),
    )
    return { result }
  },
)

/** The stock of a product by the ids of its variants; undefined if the key cannot read it. */
async function stockOf(api: CallApi, id: string) {
  try {
    const { data } = await ask(api, ['GET', '/admin/inventory', { query: queryOf({ product: id }) }], stock)
    return new Map(data.map(({ variant_id, ...levels }) => [variant_id, levels]))
  } catch (error) {
    if (error instanceof ToolRefused && error.code === 'insufficient_scope') return undefined
    throw error
  }
}
