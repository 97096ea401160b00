import { expect, test } from 'vitest'
import { type Body, type Merchant, makeShelves } from '../merchant.ts'
import { makeShirt, pathOf, publicly, type Shown } from './shirts.ts'

const CUTS = ['slim', 'wide']

/** So many variants, the first of which has this price. */
const many = (count: number, price: number) => ({
  options: [
    { name: 'Size', values: Array.from({ length: count / 2 }, (_, n) => `${n}`) },
    { name: 'Cut', values: CUTS },
  ],
  variants: Array.from({ length: count }, (_, n) => ({
    option_values: { Size: `${Math.floor(n / 2)}`, Cut: CUTS[n % 2] },
    price: price + n,
  })),
})

const SETS = [many(100, 1000), many(60, 5000)] as const

/** A product as the public sees it with its variants, in words; throws for one that is only partly there. */
function inWords({ status, body }: { status: number; body: Body }): string {
  if (status !== 200) return `${status}`
  const [product = body] = (body.data ?? [body]) as unknown as Body[]
  if (body.data?.length === 0) return 'none'
  const prices = (product.variants as Shown[]).map(({ price }) => price)
  const set = SETS.find(({ variants }) => variants.every(({ price }, n) => prices[n] === price))
  expect(prices).toHaveLength(set?.variants.length ?? -1)
  if ('variant_count' in product)
    expect(product).toMatchObject({
      variant_count: prices.length,
      price_range: { min: prices[0], max: prices.at(-1) },
    })
  return `${prices.length} variants`
}

/** Reads again and again until it is told to stop; `passes` counts. */
function readAgainAndAgain(shop: Merchant, path: string) {
  const seen = new Set<string>()
  let isOver = false
  let waiting = Promise.withResolvers<void>()
  const reading = (async () => {
    while (!isOver) {
      seen.add(inWords(await publicly(shop, path)))
      waiting.resolve()
    }
  })()
  return {
    seen,
    /** Resolves when a read that begins from now on has ended. */
    async onePass() {
      for (let passes = 0; passes < 2; passes++) {
        waiting = Promise.withResolvers()
        await Promise.race([waiting.promise, reading])
      }
    },
    end() {
      isOver = true
      return reading
    },
  }
}

test('concurrent readers see 100 variants published, replaced, hidden and deleted as a whole', async () => {
  const shop = await makeShelves()
  const { id } = await makeShirt(shop, { status: 'draft' })
  const product = `/admin/products/${id}`
  const put = (set: object) => () => shop.ask('PUT', pathOf(id), set)
  const become = (status: string) => () => shop.ask('PATCH', product, { status })
  const round = [
    put(SETS[0]),
    become('active'),
    put(SETS[1]),
    become('archived'),
    become('active'),
    put(SETS[0]),
    put(SETS[1]),
    become('draft'),
  ]
  const readers = [
    `/products/${id}?expand=variants`,
    `/products/${id}/variants`,
    `/products?ids=${id}&expand=variants`,
  ].map((path) => readAgainAndAgain(shop, path))
  const steps = [...Array.from({ length: 2 }, () => round).flat(), become('active')]
  for (const step of [...steps, () => shop.ask('DELETE', product)]) {
    expect((await step()).status).toBeLessThan(300)
    await Promise.all(readers.map((reader) => reader.onePass()))
  }
  await Promise.all(readers.map((reader) => reader.end()))
  const all = ['100 variants', '60 variants']
  expect(readers.map(({ seen }) => [...seen].sort())).toEqual([
    [...all, '404'].sort(),
    [...all, '404'].sort(),
    [...all, 'none'].sort(),
  ])
})
