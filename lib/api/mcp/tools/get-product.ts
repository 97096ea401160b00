import * as v from 'valibot'
import { PRICES, productName, skipDescription, skipVariants } from '../arguments.ts'
import { ask, queryOf } from '../ask.ts'
import { code, DESCRIPTIONS, descriptionFrom, onlySet, PRODUCT, short, tags } from '../rows.ts'
import { shortest } from '../shown.ts'
import { tool } from '../tool.ts'
import { options, VARIANT, withVariants } from '../variant-rows.ts'

const product = v.object({
  ...PRODUCT,
  name: short(200),
  description: v.string(),
  currency: v.string(),
  tags,
  brand: code,
  condition: code,
  gtin: code,
  mpn: code,
  weight_grams: v.nullish(v.number()),
  options,
  variants: v.array(v.object(VARIANT)),
})

/** GET /products/{product}: one product that everybody sees, with its variants. */
export const getProduct = tool(
  {
    name: 'get_product',
    description: `Returns one product of the shop with its description and its variants, such as sizes and colours; \`values\` of a variant are in the order of \`options\`. Use it when a shopper asks about a product that search_products found. Drafts are not found. ${PRICES}`,
    annotations: { title: 'Get a product', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({
    id: productName,
    skip_variants: v.optional(skipVariants, 0),
    skip_description: v.optional(skipDescription, 0),
  }),
  async (api, { id, skip_variants, skip_description }) => {
    const query = queryOf({ expand: 'variants' })
    const found = await ask(api, ['GET', `/products/${id}`, { query }], product)
    const { description, options, variants, ...row } = found
    const described = descriptionFrom(description, skip_description)
    const result = shortest(DESCRIPTIONS, (longest) =>
      withVariants(onlySet({ ...row, ...described(longest) }), options, variants, skip_variants),
    )
    return { result }
  },
)
