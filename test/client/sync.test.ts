import { expect, inject, test } from 'vitest'
import { createStorefront, type SyncProgress } from '../../clients/typescript/src/index.ts'
import { findIdByExternalId, getProduct } from '../../lib/data/products/product-reads.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { lost, reach, type Step } from './steps.ts'

const baseUrl = inject('baseUrl')

/** A client of a new business, whose network does these things one after the other; `sent` is what it sends. */
async function makeScene(steps: Step[] = []) {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const apiKey = await makeToken(business)
  const sent: { key: string | null; operations: { external_id: string }[] }[] = []
  const client = createStorefront({
    baseUrl,
    apiKey,
    async fetch(request) {
      const { operations } = JSON.parse(await request.clone().text())
      sent.push({ key: request.headers.get('idempotency-key'), operations })
      const [step = reach] = steps.splice(0, 1)
      return step(request)
    },
    wait: async () => {},
  })
  return { business, client, sent }
}

const tea = (n: number, price = 100 + n) => ({
  external_id: `tea-${n}`,
  name: `Tea ${n}`,
  price,
  category_id: 'tea',
})
const teas = (count: number) => Array.from({ length: count }, (_, n) => tea(n))

async function stored(business: Business, n: number) {
  const id = await findIdByExternalId(business.id, `tea-${n}`)
  return id === undefined ? undefined : getProduct(business.id, id)
}

/** It is carried out, and the answer does not come back. */
const lostAnswer: Step = async (request) => {
  await reach(request)
  throw new TypeError('fetch failed')
}

test('sends products in requests of 100 and says how far it is', async () => {
  const { business, client, sent } = await makeScene()
  const progress: SyncProgress[] = []
  async function* slowly() {
    yield* teas(205)
  }
  const report = await client.products.sync(slowly(), { onProgress: (one) => progress.push(one) })
  expect(report).toEqual({
    done: 205,
    created: 205,
    updated: 0,
    replayed: 0,
    refused: [],
    failed: [],
    notices: [],
  })
  // On a busy machine a request ends before all of it is carried out, and the rest is sent again.
  const firstSent = new Map(
    sent.toReversed().flatMap((one) => one.operations.map((of) => [JSON.stringify(of), sent.indexOf(one)])),
  )
  const portions = sent.map((_, n) => [...firstSent.values()].filter((first) => first === n).length)
  expect(portions.filter((length) => length > 0)).toEqual([100, 100, 5])
  // A slow stack leaves some of a request to a second one: then there are steps in between.
  const ends = progress.filter(({ done }) => done % 100 === 0 || done === 205)
  expect(ends.map(({ done, created }) => [done, created])).toEqual([
    [100, 100],
    [200, 200],
    [205, 205],
  ])
  expect(await stored(business, 204)).toMatchObject({ name: 'Tea 204', price: 304 })
})

test('merge leaves what is not given, upsert resets it', async () => {
  const { business, client } = await makeScene()
  await client.products.sync([{ ...tea(1), description: 'Green' }])
  expect(await client.products.sync([{ external_id: 'tea-1', price: 7 }])).toMatchObject({ updated: 1 })
  expect(await stored(business, 1)).toMatchObject({ price: 7, description: 'Green' })
  await client.products.sync([tea(1)], { mode: 'upsert' })
  expect(await stored(business, 1)).toMatchObject({ price: 101, description: '' })
})

test('a run that is started again is carried out once, and a new one is not the old one', async () => {
  const { business, client, sent } = await makeScene()
  const priced = (price: number, run?: string) =>
    client.products.sync([tea(1, price)], run === undefined ? {} : { run })
  await priced(1, 'monday')
  const version = (await stored(business, 1))?.version
  await priced(1, 'monday')
  expect(await stored(business, 1)).toMatchObject({ version })
  await priced(2)
  await priced(1)
  expect(await stored(business, 1)).toMatchObject({ price: 1 })
  const [first, again, ...others] = sent.map(({ key }) => key)
  expect(first).toBe(again)
  expect(new Set([first, ...others]).size).toBe(3)
})

test('what an earlier request of a run has done counts as replayed, and nothing else does', async () => {
  const { business, client } = await makeScene([reach, reach, reach, lostAnswer])
  const priced = (price: number, run?: string) =>
    client.products.sync([tea(1, price), { ...tea(2), price: -1 }], run === undefined ? {} : { run })
  const counts = { created: 0, updated: 0, replayed: 0, refused: [{ external_id: 'tea-2' }] }
  expect(await priced(1, 'monday')).toMatchObject({ ...counts, created: 1 })
  expect(await priced(2, 'monday')).toMatchObject({ ...counts, updated: 1 })
  expect(await client.products.sync([tea(1, 1)], { run: 'monday' })).toMatchObject({ updated: 1 })
  // Lost and sent again, it is still the request of this call.
  expect(await client.products.sync([tea(1, 3)])).toMatchObject({ updated: 1, replayed: 0 })
  expect(await client.products.sync([tea(1, 1)], { run: 'monday' })).toMatchObject({
    ...counts,
    refused: [],
    replayed: 1,
  })
  expect(await stored(business, 1)).toMatchObject({ price: 3 })
})

test('a request whose response is lost has its effect once', async () => {
  const { business, client, sent } = await makeScene([lostAnswer, lost])
  expect(await client.products.sync(teas(2))).toMatchObject({ created: 2 })
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(await stored(business, 1)).toMatchObject({ version: 1 })
})

test('a product that breaks a rule is named with the reason, and the others are written', async () => {
  const { client } = await makeScene()
  const report = await client.products.sync([tea(0), { ...tea(1), price: -1, name: '' }, tea(2)])
  expect(report).toMatchObject({ done: 3, created: 2, failed: [] })
  const [refused] = report.refused
  expect(refused).toMatchObject({ external_id: 'tea-1', problem: { code: 'validation_failed' } })
  expect(refused?.detail).toMatch(/name: .*; price: |price: .*; name: /)
})
