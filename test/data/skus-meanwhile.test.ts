import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findWholeProduct } from '../../lib/data/products/product-reads.ts'
import { changeProduct, updateProduct } from '../../lib/data/products/products.ts'
import type { TableWrite } from '../../lib/data/table/calls/writer.ts'
import { skuGuardKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { patchVariants } from '../../lib/domain/products/patch-variants.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { plantItem, storedItem } from '../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/** Somebody else, who acts once, before the first transaction of a kind; all of that kind wait for it. */
const other = vi.hoisted(() => ({
  isBefore: undefined as ((writes: readonly TableWrite[]) => boolean) | undefined,
  act: async (): Promise<unknown> => undefined,
  done: undefined as Promise<unknown> | undefined,
}))

vi.mock('../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof import('../../lib/data/table/calls/writer.ts')>()
  const sendTransaction: typeof real.sendTransaction = async (writes, token) => {
    if (other.isBefore?.(writes)) {
      other.done ??= other.act()
      await other.done
    }
    return real.sendTransaction(writes, token)
  }
  return { ...real, sendTransaction }
})

function meanwhile(isBefore: typeof other.isBefore, act: typeof other.act): void {
  Object.assign(other, { isBefore, act, done: undefined })
}

const isFreeing = ([first]: readonly TableWrite[]) => first?.ConditionCheck !== undefined
const isLateRelease = (writes: readonly TableWrite[]) =>
  writes.length === 1 && writes[0]?.Delete !== undefined

let business: Business

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
})
afterEach(() => meanwhile(undefined, async () => undefined))

const make = (name: string, sku: string | null = null) =>
  makeProduct(business, { name, category_id: 'tea', status: 'draft', sku })
const guardKey = (sku: string) => skuGuardKey(business.id, sku)
const giveSku = (id: string, sku: string) =>
  updateProduct(business.id, id, (product) => ({ ...product, sku }))

describe('while a SKU that was left behind is freed', () => {
  let holder: string

  beforeEach(async () => {
    holder = (await make('Holder')).id
    await plantItem({ ...guardKey('LEFT'), type: 'guard', product_id: holder, stamp: 'earlier' })
  })

  test('its holder takes it, and keeps it', async () => {
    meanwhile(isFreeing, () => giveSku(holder, 'LEFT'))
    await expect(make('Taker', 'LEFT')).rejects.toMatchObject({ reasons: ['sku_taken'] })
    expect(await storedItem(guardKey('LEFT'))).toMatchObject({ product_id: holder })
  })

  test('a change of its holder that has nothing to do with it is in nobody’s way', async () => {
    meanwhile(isFreeing, () => updateProduct(business.id, holder, (old) => ({ ...old, price: 1 })))
    const { id } = await make('Taker', 'LEFT')
    expect(await storedItem(guardKey('LEFT'))).toMatchObject({ product_id: id })
  })

  test('somebody else takes it, and keeps it', async () => {
    const { id } = await make('Faster')
    meanwhile(isFreeing, async () => {
      other.isBefore = undefined
      await giveSku(id, 'LEFT')
    })
    await expect(make('Taker', 'LEFT')).rejects.toMatchObject({ reasons: ['sku_taken'] })
    expect(await storedItem(guardKey('LEFT'))).toMatchObject({ product_id: id })
  })
})

describe('before a SKU is released late', () => {
  const skus = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`)
  /** A variant for each SKU. */
  const sizes = (names: string[]) => {
    const [few, many] = [names.slice(0, 40), names.slice(40)]
    const variant = (Cut: string) => (sku: string, n: number) => ({
      option_values: { Size: `${n}`, Cut },
      price: 1,
      sku,
    })
    return {
      options: [
        { name: 'Size', values: few.map((_, n) => `${n}`) },
        { name: 'Cut', values: ['slim', 'wide'] },
      ],
      variants: [...few.map(variant('slim')), ...many.map(variant('wide'))],
    }
  }
  const put = (id: string, names: string[]) =>
    changeProduct(business.id, id, (whole) => replaceVariants(whole, sizes(names)))
  /** 80 that are taken leave room for 7 that are released. */
  const LATE = ['OLD-7', 'OLD-8', 'OLD-9']
  const putMany = (id: string) => put(id, skus('NEW', 80))

  test('its product takes it again, and keeps it', async () => {
    const { id } = await make('Shirt')
    await put(id, skus('OLD', 10))
    meanwhile(isLateRelease, () =>
      changeProduct(business.id, id, (whole) =>
        patchVariants(whole, {
          variants: LATE.map((sku, n) => ({ id: `${whole.set.variants[n]?.id}`, sku })),
        }),
      ),
    )
    await putMany(id)
    const { set } = (await findWholeProduct(business.id, id)) ?? {}
    expect(set?.variants.slice(0, 3).map(({ sku }) => sku)).toEqual(LATE)
    for (const sku of LATE) expect(await storedItem(guardKey(sku))).toMatchObject({ product_id: id })
  })

  test('another product takes it, and keeps it', async () => {
    const { id } = await make('Shirt')
    const { id: taker } = await make('Taker')
    await put(id, skus('OLD', 10))
    meanwhile(isLateRelease, () => giveSku(taker, 'OLD-9'))
    await putMany(id)
    expect(await storedItem(guardKey('OLD-9'))).toMatchObject({ product_id: taker })
  })

  test('nobody takes it: it is free', async () => {
    const { id } = await make('Shirt')
    await put(id, skus('OLD', 10))
    await putMany(id)
    for (const sku of skus('OLD', 10)) await expect(storedItem(guardKey(sku))).rejects.toThrow('there is no')
  })
})
