import { beforeEach, expect, test } from 'vitest'
import { lastSaved } from '../../clients/console/src/state/editing.ts'
import { changePrices } from '../../clients/console/src/state/prices/changing.ts'
import {
  activity,
  lines,
  priceRun,
  pricesFault,
  stop,
  takeAgain,
  takeBack,
  takeWanted,
} from '../../clients/console/src/state/prices/prices.ts'
import { tryRest } from '../../clients/console/src/state/prices/trying.ts'
import { unfold } from '../../clients/console/src/state/reading-shop.ts'
import { isSaving, keyFault, said, session, shown, trouble } from '../../clients/console/src/state/store.ts'
import { wantPrices } from '../../clients/console/src/state/wanted-prices.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { asked, makeTeas } from './asked.ts'
import { leftEdits, openTab, rowOf, type } from './tab.ts'

let shop: Business
let token: string
beforeEach(async () => {
  shop = await makeBusiness()
  token = await makeToken(shop)
  await makeCategory(shop, { id: 'tea' })
})

const tea = async (input = {}) =>
  (await makeProduct(shop, { category_id: 'tea', name: 'Sencha', ...input })).id
const priceNow = (id: string) => asked(token, 'GET', `/admin/products/${id}`)

const makeShirt = async () => {
  const { id } = await asked(token, 'POST', '/admin/products', {
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { option_values: { Size: 'S' }, price: 1000 },
      { option_values: { Size: 'M' }, price: 2000 },
    ],
  })
  return id
}

/** Chooses a change of the prices of these rows, or of all, and tries it. */
async function tryPrices(percent: number, ...ids: string[]): Promise<void> {
  const some = ids.length > 0 ? ids.map(rowOf) : shown.value
  expect(wantPrices(some, percent)).toBe(true)
  expect(takeWanted()).toBe(true)
  await tryRest()
}

/** A request that carries a plan out, and not one that only tries. */
const isPlan = ({ url }: Request) => url.endsWith('/bulk')

const found = () =>
  lines.value.map(({ name, state, changes }) => [name, state, ...changes.map(({ to }) => to)])

test('prices are shown as the API would make them, and made once somebody agrees', async () => {
  const [sencha, gold] = [await tea(), await tea({ name: 'Gold', price: 1000, compare_at_price: 1050 })]
  const shirt = await makeShirt()
  await openTab(shop, { token })
  await tryPrices(10)
  expect(found()).toEqual([
    ['Gold', 'refused'],
    ['Shirt', 'shown', 1100, 2200],
    ['Sencha', 'shown', 1375],
  ])
  expect(lines.value[0]?.words).toBe(
    'It leads to the price 11.00, which must not be above the compare-at price 10.50',
  )
  expect(await priceNow(sencha)).toMatchObject({ price: 1250 })
  await changePrices()
  expect(said.value).toBe('Changed 3 prices of 2 products, 1 product refused')
  expect([await priceNow(sencha), await priceNow(gold)]).toMatchObject([{ price: 1375 }, { price: 1000 }])
  expect((await asked(token, 'GET', `/admin/products/${shirt}/variants`)).variants).toMatchObject([
    { price: 1100 },
    { price: 2200 },
  ])
  expect([rowOf(sencha).values.price, isSaving.value, activity.value]).toEqual([1375, false, undefined])
})

test('of a product whose own row is not selected the selected variants change', async () => {
  const shirt = await makeShirt()
  await openTab(shop, { token })
  await unfold([shirt])
  const [, small = '', medium = ''] = shown.value.map(({ id }) => id)
  await asked(token, 'PATCH', `/admin/products/${shirt}/variants`, {
    variants: [{ id: medium, price: 3000 }],
  })
  await tryPrices(-50, medium)
  expect(found()).toEqual([['Shirt', 'shown', 1500]])
  await changePrices()
  expect([rowOf(small).values.price, rowOf(medium).values.price]).toEqual([1000, 1500])
  expect((await asked(token, 'GET', `/admin/products/${shirt}/variants`)).variants).toMatchObject([
    { price: 1000 },
    { price: 1500 },
  ])
})

test('the earlier prices are put back after another dry run', async () => {
  const [sencha, shirt] = [await tea(), await makeShirt()]
  await openTab(shop, { token })
  await tryPrices(-10)
  await changePrices()
  expect(takeBack()).toBe(true)
  await tryRest()
  expect(found()).toEqual([
    ['Shirt', 'shown', 1000, 2000],
    ['Sencha', 'shown', 1250],
  ])
  await changePrices()
  expect(await priceNow(sencha)).toMatchObject({ price: 1250 })
  expect((await asked(token, 'GET', `/admin/products/${shirt}/variants`)).variants).toMatchObject([
    { price: 1000 },
    { price: 2000 },
  ])
})

test('a long selection is tried and changed in parts, and both can be stopped', async () => {
  await makeTeas(token, 60)
  let requests = 0
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (request.url.includes('/bulk') && ++requests % 2 === 1) stop()
      return response
    },
  })
  await tryPrices(-10)
  // The response to a request that was stopped counts for nothing.
  expect([lines.value.length, priceRun.value?.waiting.length, activity.value]).toEqual([0, 60, undefined])
  await tryRest()
  expect([lines.value.length, priceRun.value?.waiting.length]).toEqual([25, 35])
  await tryRest()
  await tryRest()
  expect(priceRun.value?.parts.map((part) => part.lines.length)).toEqual([25, 25, 10])
  await changePrices()
  expect(said.value).toBe('Changed 25 prices of 25 products')
  while (priceRun.value?.parts.length) await changePrices()
  expect(said.value).toBe('Changed 60 prices of 60 products')
  const { data } = await asked(token, 'GET', '/admin/products?limit=200')
  expect(new Set(data.map(({ price }) => price))).toEqual(new Set([900]))
})

test('a change whose response is lost is made once, and the next one waits for it', async () => {
  const sencha = await tea()
  let isDown = true
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (isPlan(request) && isDown) throw new TypeError('Failed to fetch')
      return response
    },
  })
  await tryPrices(-10)
  await changePrices()
  expect(trouble.value).toMatch(/^No connection/)
  expect(await priceNow(sencha)).toMatchObject({ price: 1125 })
  expect([found(), rowOf(sencha).values.price]).toEqual([[['Sencha', 'shown', 1125]], 1250])
  wantPrices([rowOf(sencha)], 50)
  expect([takeWanted(), pricesFault.value]).toEqual([
    false,
    'The change before has to come to its end first.',
  ])
  isDown = false
  await changePrices()
  expect([found(), trouble.value, rowOf(sencha).values.price]).toEqual([
    [['Sencha', 'changed', 1125]],
    '',
    1125,
  ])
  expect(await priceNow(sencha)).toMatchObject({ price: 1125 })
})

test('while prices are changed, no other change begins', async () => {
  const sencha = await tea()
  const begun: boolean[] = []
  await openTab(shop, {
    token,
    async fetch(request) {
      if (isPlan(request)) begun.push(wantPrices([rowOf(sencha)], 50) && takeWanted())
      return fetch(request)
    },
  })
  await tryPrices(-10)
  await changePrices()
  expect([begun, found()]).toEqual([[false], [['Sencha', 'changed', 1125]]])
})

test('a product that was changed in the meantime is left as it is, and can be tried again', async () => {
  const [sencha, oolong] = [await tea(), await tea({ name: 'Oolong' })]
  await openTab(shop, { token })
  await tryPrices(-10)
  await asked(token, 'PATCH', `/admin/products/${sencha}`, { price: 2000 })
  await changePrices()
  expect(found()).toEqual([
    ['Oolong', 'changed', 1125],
    ['Sencha', 'again'],
  ])
  expect(said.value).toBe('Changed 1 price of 1 product, 1 product to try again')
  expect(await priceNow(sencha)).toMatchObject({ price: 2000 })
  expect(takeAgain()).toBe(true)
  await tryRest()
  expect(lines.value).toMatchObject([{ name: 'Sencha', changes: [{ from: 2000, to: 1800 }] }])
  await changePrices()
  expect([await priceNow(sencha), await priceNow(oolong)]).toMatchObject([{ price: 1800 }, { price: 1125 }])
})

test('a dry run that is over changes nothing, and another key has to try it again', async () => {
  const sencha = await tea()
  await openTab(shop, { token })
  await tryPrices(-10)
  await openTab(shop)
  lastSaved.value = [{ id: sencha, column: 'name', text: 'Bancha' }]
  await changePrices()
  expect([found(), lastSaved.value.length]).toEqual([[['Sencha', 'again']], 1])
  expect(lines.value[0]?.words).toContain('Its dry run is over')
  expect(await priceNow(sencha)).toMatchObject({ price: 1250 })
  takeAgain()
  await tryRest()
  await changePrices()
  expect(await priceNow(sencha)).toMatchObject({ price: 1125 })
})

test('after a lost response a plan that is over leaves open what was done', async () => {
  const sencha = await tea()
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (isPlan(request)) throw new TypeError('Failed to fetch')
      return response
    },
  })
  await tryPrices(-10)
  await changePrices()
  await openTab(shop)
  await changePrices()
  expect([found(), takeAgain() && lines.value]).toEqual([[['Sencha', 'unknown', 1125]], []])
  expect(await priceNow(sencha)).toMatchObject({ price: 1125 })
})

test('what the API did not get through is sent again until it did', async () => {
  const sencha = await tea()
  let slow = 1
  await openTab(shop, {
    token,
    async fetch(request) {
      if (!isPlan(request) || slow-- <= 0) return fetch(request)
      return Response.json({
        data: [{ index: 0, status: 503, problem: { code: 'unavailable', detail: 'x' } }],
      })
    },
  })
  await tryPrices(-10)
  await changePrices()
  expect(found()).toEqual([['Sencha', 'changed', 1125]])
  slow = 9
  await tryPrices(-10)
  await changePrices()
  expect(trouble.value).toBe('The API did not get through all of it: send it again.')
  expect(priceRun.value?.parts).toMatchObject([{ isLost: true }])
  slow = 0
  await changePrices()
  expect(await priceNow(sencha)).toMatchObject({ price: 1013 })
})

test('rows with edits are saved first, and a price that is typed meanwhile is compared', async () => {
  const sencha = await tea()
  await openTab(shop, { token })
  type([sencha, 'compare_at_price', '15'])
  expect([wantPrices([rowOf(sencha)], -10), said.value]).toEqual([
    false,
    'Save your changes in these rows first, or undo them.',
  ])
  expect(takeWanted()).toBe(false)
  type([sencha, 'compare_at_price', ''])
  await tryPrices(-10)
  type([sencha, 'price', '9'])
  lastSaved.value = [{ id: sencha, column: 'price', text: '1.00' }]
  await changePrices()
  expect(leftEdits()).toEqual({ [`${sencha} price`]: ['9.00', 'Now 11.25. Save again to keep yours.'] })
  expect(lastSaved.value).toEqual([])
})

test('while the API is read-only nothing is changed, and nothing is sent again', async () => {
  await tea()
  let sent = 0
  await openTab(shop, {
    token,
    async fetch(request) {
      if (!isPlan(request)) return fetch(request)
      sent++
      const problem = { type: 'x', title: 'x', status: 503, code: 'read_only', detail: 'x', request_id: 'r' }
      return Response.json(problem, { status: 503, headers: { 'retry-after': '300' } })
    },
  })
  await tryPrices(-10)
  await changePrices()
  expect(trouble.value).toMatch(/^The shop can only be read at the moment\./)
  expect([found(), sent]).toEqual([[['Sencha', 'shown', 1125]], 1])
})

test('a key that is accepted no more leads back to its field, and the change is still there', async () => {
  await tea()
  await openTab(shop, {
    token,
    fetch: async (request) => (isPlan(request) ? Response.json({}, { status: 401 }) : fetch(request)),
  })
  await tryPrices(-10)
  await changePrices()
  expect([session.value, keyFault.value]).toEqual([undefined, expect.stringContaining('enter a key')])
  await openTab(shop)
  expect(found()).toEqual([['Sencha', 'shown', 1125]])
})

test('of a business nothing is shown once another one is open', async () => {
  await tea()
  const other = await makeBusiness()
  await openTab(shop, {
    token,
    async fetch(request) {
      const response = await fetch(request)
      if (isPlan(request)) await openTab(other)
      return response
    },
  })
  await tryPrices(-10)
  await changePrices()
  expect([session.value?.business.id, priceRun.value, said.value]).toEqual([
    other.id,
    undefined,
    '0 products',
  ])
})
