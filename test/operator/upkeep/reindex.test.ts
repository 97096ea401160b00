import { beforeEach, describe, expect, test } from 'vitest'
import { updateProduct } from '../../../lib/data/products/products.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { corruptItem, guardsOf, itemsIn, itemsOf, storedItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { type BusyShop, makeBusyShop, verify } from '../business/busy-shop.ts'
import { importInto, interrupt, operate, startProgram } from '../operate.ts'

/** Everything of the business as it lies in the table, events included. */
const everything = async ({ id }: Business) => [
  ...(await itemsOf(id)),
  ...(await guardsOf(id, ['sencha', 'teapot', 'draft', 'cup', 'bowl', 'S#1', 'C2', 'erp:1', 'erp:2'])),
  ...(await itemsIn(keys.eventKey(id, '').pk)),
]

async function reindex(business: Business, ...options: string[]) {
  const { code, stdout, notes } = await operate('reindex', '--business', business.slug, '--json', ...options)
  return { code, notes, ...JSON.parse(stdout || '{}') }
}

/** Breaks whatever is rendered, in ten places. */
async function breakRendering({ business: { id }, sencha, pot, draft }: BusyShop): Promise<void> {
  const { card, card_version, store, by_name } = await storedItem(keys.productKey(id, pot.id))
  await corruptItem(keys.productKey(id, sencha.id), { card_version: 0, card: '{}', facets: undefined })
  await corruptItem(keys.productKey(id, pot.id), {
    by_price: 'x',
    by_name: undefined,
    store: keys.storePartition(sencha.id),
    facets: { a: false },
  })
  await corruptItem(keys.productKey(id, draft.id), { card, card_version, store, by_name })
  await corruptItem(keys.categoryKey(id, 'tea'), { card_version: undefined })
  await corruptItem(keys.businessKey(id), { card: '{"name":"A shop"}' })
  await corruptItem(keys.slugGuardKey(id, 'sencha'), { store: undefined })
  await corruptItem(keys.slugGuardKey(id, 'draft'), { store: 'x', by_created: draft.id })
}

describe('a shop with a history', () => {
  let shop: BusyShop
  beforeEach(async () => {
    shop = await makeBusyShop()
  })

  test('what is rendered wrongly is rendered again, and nothing else changes', async () => {
    const { business } = shop
    const before = await everything(business)
    await breakRendering(shop)
    expect((await verify(business)).findings.map(({ code }) => code).sort()).toEqual([
      'card_differs',
      'card_differs',
      'card_old',
      'facets_differ',
      'facets_differ',
      'guard_index_differs',
      'guard_index_differs',
      'index_keys_differ',
      'storefront_left',
    ])
    expect(await reindex(business)).toEqual({
      code: 0,
      notes: [],
      is_complete: true,
      written: 5,
      right: 3,
      freed: 0,
      removed_renditions: 0,
      unreadable: [],
      failed: [],
    })
    expect(await everything(business)).toEqual(before)
    expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
    expect(await reindex(business)).toMatchObject({ written: 0, right: 8 })
  })

  test('a guard alone is repaired, if it is its product’s', async () => {
    const { business, sencha, pot } = shop
    const before = await everything(business)
    await corruptItem(keys.slugGuardKey(business.id, sencha.slug), { by_created: pot.id })
    expect(await reindex(business)).toMatchObject({ written: 1 })
    expect(await everything(business)).toEqual(before)
    await corruptItem(keys.slugGuardKey(business.id, sencha.slug), { product_id: pot.id, store: undefined })
    expect(await reindex(business)).toMatchObject({ written: 0 })
  })

  test('--all writes everything and changes nothing', async () => {
    const before = await everything(shop.business)
    expect(await reindex(shop.business, '--all')).toMatchObject({ code: 0, written: 8, right: 0 })
    expect(await everything(shop.business)).toEqual(before)
  })

  test('what cannot be rendered is left as it is and named', async () => {
    const { business, sencha } = shop
    const key = keys.productKey(business.id, sencha.id)
    await corruptItem(key, { images: 'none', card: '{}' })
    const before = await everything(business)
    expect(await reindex(business)).toMatchObject({ code: 1, written: 0, right: 7, unreadable: [key] })
    expect(await everything(business)).toEqual(before)
    const { stdout, notes } = await operate('reindex', '--business', business.id)
    expect(stdout).toBe('0 rendered again, 7 already correct, 1 broken')
    expect(notes).toEqual([
      expect.stringMatching(/^"BIZ#.*" "PRODUCT#.*": not changed, because its fields are broken/),
    ])
  })

  test('what could not be written today is rendered as it is, and found with its field', async () => {
    const { business, sencha } = shop
    const key = keys.productKey(business.id, sencha.id)
    await corruptItem(key, { name: 'Sencha\nof old', tags: ['a\tb'], card: '{}', by_name: 'x' })
    await corruptItem(keys.categoryKey(business.id, 'tea'), { name: 'Tea\tand more', card: '{}' })
    await corruptItem(keys.businessKey(business.id), {
      contact: { email: 'by post', phone: null, website: null, address: null },
      card: '{}',
    })
    expect(await reindex(business)).toMatchObject({ code: 0, written: 3, unreadable: [] })
    const { findings } = await verify(business)
    expect(findings.map(({ code }) => code)).toEqual(['rule_broken', 'rule_broken', 'rule_broken'])
    expect(findings).toContainEqual({
      code: 'rule_broken',
      ...key,
      detail: 'name must be one line, without tabs; tags.0 must be one line, without tabs',
    })
    const { card } = await storedItem(key)
    expect(String(card)).toContain('Sencha\\nof old')
  })
})

/** A shop of many products, all of them marked as rendered by an older version. */
async function makeOldShop(products: number): Promise<Business> {
  const business = await makeBusiness()
  const rows = Array.from({ length: products }, (_, n) => ({
    sku: `S${n}`,
    name: 'Cup',
    price: n,
    category: 'Cups',
  }))
  await importInto(business, rows)
  const made = (await itemsOf(business.id)).filter(({ type }) => type === 'product')
  await Promise.all(made.map((item) => corruptItem(item, { card_version: 0 })))
  return business
}

const oldOnes = async ({ id }: Business) =>
  (await itemsOf(id)).filter(({ type, card_version }) => type === 'product' && card_version === 0).length

test('after a stop signal it begins no further product; another run continues from there', async () => {
  const business = await makeOldShop(40)
  const controller = new AbortController()
  let done = 0
  const onProduct = () => void (++done === 15 && controller.abort())
  const first = await reindexBusiness(business.id, { signal: controller.signal, onProduct })
  expect(first).toMatchObject({ is_complete: false, written: done, unreadable: [] })
  expect(first).not.toHaveProperty('fault')
  expect(done).toBeLessThan(30)
  expect(await oldOnes(business)).toBe(40 - done)
  expect(await reindexBusiness(business.id)).toMatchObject({
    is_complete: true,
    written: 40 - done,
    right: done + 2,
  })
  expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
})

test('Ctrl-C ends it with what is in flight, 130 and how to continue', async () => {
  const business = await makeOldShop(60)
  const { child, outcome } = await startProgram(['reindex', '--business', business.slug, '--json'])
  // It begins with the lowest id.
  const [first] = (await itemsOf(business.id)).filter(({ type }) => type === 'product')
  while (first && (await storedItem(first)).card_version === 0);
  await interrupt(child)
  const { code, stdout, notes } = await outcome()
  expect(code).toBe(130)
  expect(notes.at(-1)).toBe('stopped; run the same command again to continue')
  const { written } = JSON.parse(stdout)
  expect(await oldOnes(business)).toBe(60 - written)
  expect(await reindex(business)).toMatchObject({ code: 0, written: 60 - written })
})

test('while a shop is being written to, every writer’s last word stays', async () => {
  const business = await makeOldShop(20)
  const products = (await itemsOf(business.id)).filter(({ type }) => type === 'product')
  const change = (id: string) => updateProduct(business.id, id, (p) => ({ ...p, price: p.price + 1000 }))
  const [result] = await Promise.all([
    reindexBusiness(business.id, { all: true }),
    ...products.map(({ id }) => change(String(id))),
  ])
  expect(result).toMatchObject({ is_complete: true, unreadable: [] })
  const after = (await itemsOf(business.id)).filter(({ type }) => type === 'product')
  expect(after.map(({ price }) => price)).toEqual(products.map(({ price }) => Number(price) + 1000))
  expect(after.every(({ version }) => version === 2)).toBe(true)
  expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
})
