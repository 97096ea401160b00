import { beforeEach, expect, test } from 'vitest'
import { type Merchant, makeShelves, outcome } from '../merchant.ts'
import { DOORS, EXTERNAL_ID, SHIRT } from './doors.ts'
import { pathOf, SIZES, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

// Each door is a function with permissions of its own, and a count of variants that grows is compared with a limit.
test.each(DOORS)('%s gives a product its first options, and then one variant more', async (_, send) => {
  const plain = { ...SHIRT, price: 1, external_id: EXTERNAL_ID }
  const { id } = (await shop.ask('POST', '/admin/products', plain)).body
  const { variants } = shirts()
  const [last] = variants.slice(-1)
  expect(outcome(await send(shop, id, { options: [SIZES], variants: variants.slice(0, -1) }))).toBe('200')
  const stored = variantsIn(await shop.ask('GET', pathOf(id)))
  expect(stored).toHaveLength(variants.length - 1)
  const kept = stored.map(({ id, option_values, price }) => ({ id, option_values, price }))
  expect(outcome(await send(shop, id, { options: [SIZES], variants: [...kept, last] }))).toBe('200')
  expect(variantsIn(await shop.ask('GET', pathOf(id)))).toHaveLength(variants.length)
})
