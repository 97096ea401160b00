import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import type { Received } from '../client.ts'
import { asKey, type Check, type Context, has, keyWith, pause } from '../context.ts'
import { described, expectHeader, expectSame, expectStatus, expectThat, jsonOf, listIn } from '../expect.ts'
import { madeName } from '../made.ts'

const variantsPath = ({ made }: Context) => `/admin/products/${has(made.product?.id)}/variants`
const inventoryPath = ({ made }: Context) => `/admin/inventory?product=${has(made.product?.id)}`
const skuOf = (context: Context, size: string) => `${madeName(context)}-${size}`

const get = (context: Context, path: string) => context.client.send(path, { headers: asKey(context) })

/** Two sizes: two pieces of one, and no count of the other. */
const twoSizes = (context: Context): JsonObject => ({
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    {
      option_values: { Size: 'S' },
      price: 100,
      sku: skuOf(context, 'S'),
      track_inventory: true,
      quantity: 2,
    },
    { option_values: { Size: 'M' }, price: 300, sku: skuOf(context, 'M'), is_available: false },
  ],
})

/** Sells one piece of the small size, under an idempotency key: sent again, it sells nothing. */
function sellOnce(context: Context): Promise<Received> {
  const changes = [{ sku: skuOf(context, 'S'), delta: -1 }]
  const body = { reason: 'sale', reference: madeName(context), changes }
  const headers = { 'idempotency-key': `${madeName(context)}-sale` }
  return context.client.send('/admin/inventory/adjust', keyWith(context, 'POST', body, headers))
}

/** The quantities of the variants of the one product in an export. */
function quantitiesOfLine(response: Received): unknown[] {
  const { variants } = jsonOf(response)
  expectThat(Array.isArray(variants), 'a line with "variants"', described(response))
  return variants.map((one: unknown) => (isJsonObject(one) ? one.quantity : null))
}

const quantitiesIn = (response: Received) => listIn(response).map(({ quantity }) => quantity)

async function expectQuantity(context: Context, quantity: number): Promise<void> {
  expectSame('the quantities', quantitiesIn(await get(context, inventoryPath(context))), [quantity])
}

const holdPath = (context: Context) => `/admin/inventory/holds/${madeName(context)}`

/** Holds one piece of the small size. It ends after a minute, in case it is not released. */
const hold = (context: Context): Promise<Received> => {
  const body = { items: [{ sku: skuOf(context, 'S'), quantity: 1 }], expires_in: 60 }
  return context.client.send(holdPath(context), keyWith(context, 'PUT', body))
}

/** An index says how much is held, and follows within a second or so. */
const LOOKS = 3
const LOOK_MS = 1_000

/** Waits until the inventory shows these quantities, and this many held pieces. */
async function expectHeld(context: Context, quantity: number, held: number): Promise<void> {
  for (let look = 1; ; look++) {
    const shown = listIn(await get(context, inventoryPath(context))).map((one) => [one.quantity, one.held])
    if (look === LOOKS || (shown[0]?.[0] === quantity && shown[0]?.[1] === held))
      return expectSame('the quantities, and what is held', shown, [[quantity, held]])
    await pause(context, LOOK_MS)
  }
}

function variantsIn(response: Received): JsonObject[] {
  expectStatus(response, 200)
  const { variants } = jsonOf(response)
  const holds = Array.isArray(variants) && variants.every(isJsonObject)
  expectThat(holds, '"variants" as a list of objects', described(response))
  return variants
}

/** Two variants of the product of the run, and the stock of one. */
export const stock: Check[] = [
  {
    name: 'PUT gives the product two variants, from which its price follows',
    needs: ['a product'],
    async run(context) {
      const response = await context.client.send(
        variantsPath(context),
        keyWith(context, 'PUT', twoSizes(context)),
      )
      const skus = variantsIn(response).map(({ sku }) => sku)
      expectSame('the SKUs', skus, [skuOf(context, 'S'), skuOf(context, 'M')])
      const { price_range, variant_count } = jsonOf(
        await get(context, `/admin/products/${has(context.made.product?.id)}`),
      )
      expectSame('the prices and variants', [price_range, variant_count], [{ min: 100, max: 300 }, 2])
    },
  },
  {
    name: 'GET /admin/inventory returns what is tracked',
    needs: ['a product', 'inventory:read'],
    run: (context) => expectQuantity(context, 2),
  },
  {
    name: 'an export has the product with its variants and quantities',
    needs: ['a product', 'inventory:read'],
    async run(context) {
      const response = await get(context, `/admin/export?category=${madeName(context)}`)
      expectStatus(response, 200)
      expectHeader(response, 'Content-Type', 'application/x-ndjson')
      expectSame('the quantities of the variants', quantitiesOfLine(response), [2, undefined])
    },
  },
  {
    name: 'an adjustment changes the quantity, once for each Idempotency-Key',
    needs: ['a product', 'inventory:write'],
    async run(context) {
      expectSame('the quantity', quantitiesIn(await sellOnce(context)), [1])
      const again = await sellOnce(context)
      expectStatus(again, 200)
      expectHeader(again, 'Idempotency-Replayed', 'true')
      await expectQuantity(context, 1)
    },
  },
  {
    name: 'a hold takes a piece, the inventory counts it, and its release gives it back',
    needs: ['a product', 'inventory:write'],
    async run(context) {
      expectStatus(await hold(context), 201)
      await expectHeld(context, 0, 1)
      const released = await context.client.send(holdPath(context), {
        method: 'DELETE',
        headers: asKey(context),
      })
      expectStatus(released, 204)
      await expectHeld(context, 1, 0)
    },
  },
]
