import { beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/admin/export/get.ts'
import { deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import * as keys from '../../lib/data/table/keys.ts'
import type * as readsModule from '../../lib/data/table/patient-reads.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { makeStockedShop, type StockedShop } from '../operator/upkeep/stocked-shop.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { removeItem } from '../support/items.ts'
import { linesIn } from './export-pages.ts'
import { pathOf } from './variants/shirts.ts'

/** Somebody else, who acts between the products and what lies beside them, once or each time. */
let beforeReads: (() => Promise<unknown>) | undefined
let isAlways = false
/** The units that the next reads say they have consumed, in place of their own. */
let nextUnits: number[] = []

vi.mock('../../lib/data/table/patient-reads.ts', async (original) => {
  const real = await original<typeof readsModule>()
  return {
    ...real,
    async readItems(...args: Parameters<typeof real.readItems>) {
      const act = beforeReads
      if (!isAlways) beforeReads = undefined
      await act?.()
      const [wanted, attributes, onUnits] = args
      const units = nextUnits.shift()
      return real.readItems(wanted, attributes, (own) => onUnits?.(units ?? own))
    },
  }
})

let shop: StockedShop
beforeEach(async () => {
  beforeReads = undefined
  isAlways = false
  nextUnits = []
  shop = await makeStockedShop()
})

/** 4 MB in units of consistent reads. */
const WHOLE_BUDGET = 1_024

async function ask(query = '') {
  const verdict = {
    business_id: shop.business.id,
    identified_by: 'api_key',
    key_id: 'k',
    scopes: SCOPES.join(' '),
    rate_limit: '9/99',
  }
  const answer = await handler(apiEvent({ route: '/admin/export', verdict, query }), lambdaContext())
  const [, next] = /^<\?([^>]*)>/.exec(answer.headers.link ?? '') ?? []
  return { status: answer.statusCode, text: answer.body ?? '', next }
}

const lines = async (query = '') => linesIn((await ask(query)).text)
const HAS_CUT = {
  options: [{ name: 'Cut', values: ['slim'] }],
  variants: [{ option_values: { Cut: 'slim' }, price: 9 }],
}

test('variants are replaced: the product is as it is then', async () => {
  beforeReads = () => shop.ask('PUT', pathOf(shop.shirt), HAS_CUT)
  const found = (await lines()).filter(({ variants }) => JSON.stringify(variants)?.includes('slim'))
  expect(found).toMatchObject([{ variants: [{ option_values: { Cut: 'slim' }, price: 9 }] }])
})

test('a product gets options, or loses them: it is whole', async () => {
  beforeReads = async () => {
    await shop.ask('PUT', pathOf(shop.shirt), { options: [], variants: [{ price: 4 }] })
    await shop.ask('PUT', pathOf(shop.untracked), HAS_CUT)
  }
  for (const { variants, price } of await lines()) expect(variants === undefined).toBe(price !== undefined)
})

test('a product is deleted: it is left out, and the others are there', async () => {
  const before = (await lines()).length
  beforeReads = () => deleteProduct(shop.business.id, shop.shirt)
  expect(await lines()).toHaveLength(before - 1)
})

test('a product that is read again and is not wanted any more is left out', async () => {
  const { id } = shop.business
  await updateProduct(id, shop.shirt, (product) => ({ ...product, status: 'archived' }))
  expect(await lines('status=archived')).toHaveLength(1)
  beforeReads = async () => {
    await shop.ask('PUT', pathOf(shop.shirt), HAS_CUT)
    await updateProduct(id, shop.shirt, (product) => ({ ...product, status: 'draft' }))
  }
  expect(await lines('status=archived')).toEqual([])
})

test.each([
  ['variants', () => keys.variantSheetKey(shop.business.id, shop.shirt)],
  ['stock', () => keys.stockKey(shop.business.id, shop.plain)],
])('a product without its %s is no empty page: 503', async (_, keyOf) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    await removeItem(keyOf())
    isAlways = true
    beforeReads = async () => vi.setSystemTime(Date.now() + 2_000)
    const { status, text } = await ask()
    expect([status, JSON.parse(text).code]).toEqual([503, 'temporarily_unavailable'])
  } finally {
    vi.useRealTimers()
  }
})

test('a page that has no time left for its first product is 503, not the end of the file', async () => {
  const { id } = shop.business
  await updateProduct(id, shop.shirt, (product) => ({ ...product, status: 'archived' }))
  beforeReads = () => shop.ask('PUT', pathOf(shop.shirt), { ...HAS_CUT })
  nextUnits = [1, WHOLE_BUDGET]
  const { status, text } = await ask('status=archived')
  expect([status, JSON.parse(text).code]).toEqual([503, 'temporarily_unavailable'])
})

test('a page ends before a product whose category it could not read any more', async () => {
  await shop.ask('PATCH', `/admin/products/${shop.untracked}`, { category_id: 'pots' })
  const whole = await lines()
  expect(whole).toHaveLength(4)
  // Variants and stock leave room for one category; the next page reads the other one.
  nextUnits = [WHOLE_BUDGET - 20, 10]
  const first = await ask()
  expect(linesIn(first.text)).toEqual(whole.slice(0, 2))
  expect([...linesIn(first.text), ...(await lines(first.next))]).toEqual(whole)
})
