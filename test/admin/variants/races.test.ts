import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { skuGuardKey } from '../../../lib/data/table/keys.ts'
import { guardsOf, itemsOf, plantItem } from '../../support/items.ts'
import { atOnce, type Merchant, makeShelves, outcome, tally } from '../merchant.ts'
import { makeSizes, pathOf, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

/** The variants of all products, as they lie in the table. */
const sheets = async () =>
  (await itemsOf(shop.business.id)).filter(({ type }) => type === 'variants') as unknown as {
    product_id: string
    version: number
    variants: { sku: string | null }[]
  }[]

test('of variants of ten products that want one SKU one gets it', async () => {
  const made = await atOnce(10, (n) => makeSizes(shop, shirts([`S${n}`]), { slug: `shirt-${n}` }))
  const answers = await Promise.all(
    made.map(({ path, variants }, n) =>
      n % 2
        ? shop.ask('PATCH', path, { variants: [{ id: variants[n % 3]?.id, sku: 'WANTED' }] })
        : shop.ask('PUT', path, shirts([`S${n}`, 'WANTED'])),
    ),
  )
  expect(tally(answers.map(outcome))).toEqual({ 200: 1, '409 sku_taken': 9 })
  const winner = answers.find(({ status }) => status === 200)
  const holders = (await sheets()).filter(({ variants }) => variants.some(({ sku }) => sku === 'WANTED'))
  expect(holders.map(({ product_id }) => product_id)).toEqual([winner?.body.id])
  expect(await guardsOf(shop.business.id, ['WANTED'])).toMatchObject([{ product_id: winner?.body.id }])
})

test('a SKU that was left behind goes to one of ten that want it', async () => {
  const made = await atOnce(10, (n) => makeSizes(shop, shirts([`S${n}`]), { slug: `shirt-${n}` }))
  await plantItem({
    ...skuGuardKey(shop.business.id, 'WANTED'),
    type: 'guard',
    product_id: randomUUID(),
    stamp: 'earlier',
  })
  const answers = await Promise.all(
    made.map(({ path, variants }) =>
      shop.ask('PATCH', path, { variants: [{ id: variants[1]?.id, sku: 'WANTED' }] }),
    ),
  )
  expect(tally(answers.map(outcome))).toEqual({ 200: 1, '409 sku_taken': 9 })
})

test('patches of different variants of one product at once all land', async () => {
  const { path, variants } = await makeSizes(shop)
  const answers = await Promise.all(
    variants.map(({ id }, n) => shop.ask('PATCH', path, { variants: [{ id, price: n, sku: `NEW-${n}` }] })),
  )
  expect(tally(answers.map(outcome))).toEqual({ 200: 3 })
  const { body } = await shop.ask('GET', path)
  expect(body.variants).toMatchObject([
    { price: 0, sku: 'NEW-0' },
    { price: 1, sku: 'NEW-1' },
    { price: 2, sku: 'NEW-2' },
  ])
  const guards = await guardsOf(shop.business.id, [
    'SHIRT-S',
    'SHIRT-M',
    'SHIRT-L',
    'NEW-0',
    'NEW-1',
    'NEW-2',
  ])
  expect(guards).toHaveLength(3)
})

test('15 patches at once without a precondition all succeed, and the version counts each', async () => {
  const { path, variants, set } = await makeSizes(shop)
  const answers = await atOnce(15, (n) =>
    shop.ask('PATCH', path, { variants: [{ id: variants[n % 3]?.id, price: 5000 + n }] }),
  )
  expect(tally(answers.map(outcome))).toEqual({ 200: 15 })
  const inOrder = answers.toSorted((a, b) => a.body.version - b.body.version)
  expect(inOrder.map(({ body }) => body.version)).toEqual(
    Array.from({ length: 15 }, (_, n) => set.version + n + 1),
  )
  // The last response is the stored state, and each product agrees with its variants.
  const last = await shop.ask('GET', path)
  expect(last.body).toEqual(inOrder.at(-1)?.body)
  const prices = variantsIn(last).map(({ price }) => price)
  expect((await shop.ask('GET', `/admin/products/${set.id}`)).body).toMatchObject({
    price_range: { min: Math.min(...prices), max: Math.max(...prices) },
    version: last.body.version,
  })
})

test('of 15 patches that go out from one version one succeeds', async () => {
  const { path, variants } = await makeSizes(shop)
  const tag = `${(await shop.ask('GET', path)).headers.get('etag')}`
  const answers = await atOnce(15, (n) =>
    shop.ask('PATCH', path, { variants: [{ id: variants[n % 3]?.id, price: n }] }, { 'if-match': tag }),
  )
  expect(tally(answers.map(outcome))).toEqual({ 200: 1, '412 precondition_failed': 14 })
})

test('a product that is deleted during patches and replacements leaves neither variants nor SKUs', async () => {
  const SKUS = ['SHIRT-S', 'SHIRT-M', 'SHIRT-L', ...Array.from({ length: 12 }, (_, n) => `NEW-${n}`)]
  for (let round = 0; round < 3; round++) {
    const { product, path, variants } = await makeSizes(shop)
    const write = (n: number) =>
      n % 3 === 0
        ? shop.ask('PUT', path, shirts([`NEW-${n}`, 'SHIRT-M']))
        : shop.ask('PATCH', path, { variants: [{ id: variants[n % 3]?.id, sku: `NEW-${n}` }] })
    const [gone, ...answers] = await Promise.all([
      atOnce(round, () => shop.ask('GET', pathOf(product.id))).then(() =>
        shop.ask('DELETE', `/admin/products/${product.id}`),
      ),
      ...Array.from({ length: 12 }, (_, n) => write(n)),
    ])
    expect(outcome(gone)).toBe('204')
    for (const answer of answers) expect(['200', '404 product_not_found']).toContain(outcome(answer))
    expect(await sheets()).toEqual([])
    expect(await guardsOf(shop.business.id, SKUS)).toEqual([])
  }
})
