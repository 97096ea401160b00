import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import { asSlug, type Context, type Group } from '../context.ts'
import { expectSame, expectStatus, expectThat, jsonOf } from '../expect.ts'

/** Fields of a variant that only the admin view has. */
const PRIVATE = ['sku', 'cost', 'quantity', 'is_enabled', 'low_stock_at']

const read = (context: Context, path: string) => context.client.send(path, { headers: asSlug(context) })

/** The variants in this object: at least one, and nothing that is private. */
function variantsOf(object: JsonObject): JsonObject[] {
  const { variants } = object
  const holds = Array.isArray(variants) && variants.length > 0 && variants.every(isJsonObject)
  expectThat(holds, '"variants" as a list of at least one object', object)
  const shown = PRIVATE.filter((name) => variants.some((variant) => name in variant))
  expectSame('the private members that are shown', shown, [])
  return variants
}

export const variants: Group = {
  name: 'Variants',
  checks: [
    {
      name: 'a product has its variants at a path of their own, and with expand=variants',
      needs: ['products'],
      async run(context) {
        for (const { id } of context.products) {
          const alone = await read(context, `/products/${id}/variants`)
          expectStatus(alone, 200)
          const expanded = await read(context, `/products/${id}?expand=variants`)
          expectStatus(expanded, 200)
          expectSame('the variants', variantsOf(jsonOf(expanded)), variantsOf(jsonOf(alone)))
        }
      },
    },
  ],
}
