import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeProduct } from '../../../lib/data/products/products.ts'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { completed, onlyVariant } from '../../../lib/domain/products/variant-set.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { corruptItem, guardsOf } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { dumpOf } from './business-table.ts'
import { skipLongWaits } from './business-waits.ts'
import { forgetOthers, others } from './others.ts'

skipLongWaits()

await useOwnTable({ indexes: [] })

afterEach(forgetOthers)

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) =>
  (await import('./others.ts')).withOthers(await original<typeof writer>()),
)

const SIZES = ['S', 'M', 'L']
let id: string
let slug: string
let shirt: string

/** Gives the shirt these SKUs, one for each size. */
const giveSkus = (prefix: string) =>
  changeProduct(id, shirt, ({ product, set }) =>
    completed(product, {
      options: [{ name: 'Size', values: SIZES }],
      variants: SIZES.flatMap((size, n) =>
        onlyVariant(product).variants.map((variant) => ({
          ...variant,
          id: set.options.length > 0 ? set.variants[n]?.id : undefined,
          option_values: { Size: size },
          sku: `${prefix}-${size}`,
        })),
      ),
    }),
  )

beforeEach(async () => {
  const business = await makeBusiness()
  id = business.id
  slug = business.slug
  await makeCategory(business, { id: 'tea' })
  shirt = (await makeProduct(business, { category_id: 'tea' })).id
  await giveSkus('OLD')
})

const skusOf = (prefix: string) => SIZES.map((size) => `${prefix}-${size}`)
const remove = () => removeBusiness(id, { wait: async () => {} })

test('variants go with the guards of their SKUs, and --sweep finds nothing else', async () => {
  expect(await guardsOf(id, skusOf('OLD'))).toHaveLength(3)
  const { length } = await dumpOf(id)
  const { code, stdout } = await operate('business', 'delete', id, '--confirm', slug, '--sweep', '--json')
  expect(code).toBe(0)
  // With the event of the deletion and the roster, which it closes; the row of the slug becomes a tombstone.
  expect(JSON.parse(stdout)).toMatchObject({ is_complete: true, left: [], deleted: length + 2 - 1 })
  expect(await dumpOf(id)).toEqual([])
})

test('without a sweep nothing is left of variants that get other SKUs after they were read', async () => {
  others.whenRead = async (partition) => {
    if (partition !== keys.businessKey(id).pk) return
    others.whenRead = undefined
    await giveSkus('NEW')
    expect(await guardsOf(id, skusOf('NEW'))).toHaveLength(3)
  }
  expect(await remove()).toMatchObject({ is_complete: true, left: [] })
  expect(others.whenRead).toBeUndefined()
  expect(await dumpOf(id)).toEqual([])
})

test.each([
  ['no version', { version: undefined }],
  ['no variants', { variants: 'none' }],
  ['variants that are none', { variants: [null, 7, { sku: 7 }] }],
])('variants with %s go too', async (_, changes) => {
  await corruptItem(keys.variantSheetKey(id, shirt), changes)
  expect(await remove()).toMatchObject({ is_complete: true })
  const left = await dumpOf(id)
  expect(left.every(({ type }) => type === 'guard')).toBe(true)
})
