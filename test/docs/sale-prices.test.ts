/** The programs of docs/sale-prices.md: local times, a sale of everything, and the dates of a WooCommerce file. */
import { expect, test } from 'vitest'
import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { askAs, create, type Merchant } from '../admin/merchant.ts'
import { makeFile, operate } from '../operator/operate.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { recipeWith, runRecipe } from './run-recipe.ts'

const PAGE = 'docs/sale-prices.md'
const program = (words: string) => recipeWith(words, PAGE)
const [INSTANT, ADMIN, BLACK_FRIDAY, ROWS, WOO] = [
  'function instant',
  'const admin',
  'const sale =',
  'function rowsOf',
  'Date sale price',
].map(program)

const DAY = 86_400_000

interface Plan {
  product_id: string
  at: string
  until: string | null
  patch: object
  version: number
}

async function makeShop(timezone = 'UTC') {
  const business = await makeBusiness({ currency: 'EUR', timezone })
  const KEY = await makeToken(business)
  const merchant: Merchant = { business, token: KEY, ask: (...sent) => askAs(KEY, ...sent) }
  const { ask } = merchant
  const run = (programs: readonly (string | undefined)[], own: Record<string, unknown> = {}) =>
    runRecipe(programs.join('\n'), { slug: business.slug, KEY }, own)
  const plans = async () =>
    (await ask('GET', '/admin/schedules?limit=200')).body.data as unknown as readonly Plan[]
  return { merchant, run, plans, ask, business }
}

test('a local time is converted with the rules of its zone, on the days of both changes too', async () => {
  const { run } = await makeShop()
  const times: string[] = []
  const wanted = [
    ['2027-03-28T00:00:00', 'Europe/Berlin'],
    ['2027-03-29T00:00:00', 'Europe/Berlin'],
    ['2027-03-31T00:00:00', 'Europe/Berlin'],
    ['2027-10-31T00:00:00', 'Europe/Berlin'],
    ['2027-10-31T23:59:59', 'Europe/Berlin'],
    ['2027-01-01T00:00:00', 'Asia/Kathmandu'],
    ['2027-11-07T23:59:59', 'America/Los_Angeles'],
  ]
  await run([INSTANT, 'for (const [local, zone] of wanted) times.push(instant(local, zone))'], {
    wanted,
    times,
  })
  expect(times).toEqual([
    '2027-03-27T23:00:00.000Z',
    '2027-03-28T22:00:00.000Z',
    '2027-03-30T22:00:00.000Z',
    '2027-10-30T22:00:00.000Z',
    '2027-10-31T22:59:59.000Z',
    '2026-12-31T18:15:00.000Z',
    '2027-11-08T07:59:59.000Z',
  ])
})

/** The clock at a time. */
const runAt = (business: Business, id: string, time: string) =>
  runSchedule(business.id, scheduleKey(business.id, id).sk, Date.parse(time))

test('a sale of everything is planned, and planned again before and during it without a change', async () => {
  const { merchant, business, ask, run, plans } = await makeShop()
  await makeCategory(business, { id: 'tea' })
  const common = { category_id: 'tea', status: 'active' }
  const tea = await create(merchant, '/admin/products', { ...common, name: 'Tea', price: 999 })
  const reduced = { ...common, name: 'Cup', price: 500, compare_at_price: 1000 }
  const cup = await create(merchant, '/admin/products', reduced)
  const shirt = await create(merchant, '/admin/products', {
    ...common,
    name: 'Shirt',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((size, n) => ({ option_values: { Size: size }, price: 1000 + n })),
  })
  await create(merchant, '/admin/products', { ...common, name: 'Draft', status: 'draft', price: 1 })
  const [friday, monday] = [30, 34].map((days) =>
    new Date(Date.now() + days * DAY).toISOString().slice(0, 10),
  )
  const sale = `${BLACK_FRIDAY}`.replace('2027-11-26', `${friday}`).replace('2027-11-30', `${monday}`)
  expect(await run([INSTANT, ADMIN, sale])).toEqual([])
  const planned = await plans()
  expect(new Map(planned.map(({ product_id, patch }) => [product_id, patch]))).toEqual(
    new Map<string, object>([
      [tea.id, { price: 799, compare_at_price: 999 }],
      [cup.id, { price: 500, compare_at_price: 1000 }],
      [
        shirt.id,
        {
          variants: [
            { id: `${shirt.id}-1`, price: 800, compare_at_price: 1000 },
            { id: `${shirt.id}-2`, price: 801, compare_at_price: 1001 },
          ],
        },
      ],
    ]),
  )
  await run([INSTANT, ADMIN, sale])
  expect(await plans()).toEqual(planned)
  for (const { product_id, at } of planned) expect(await runAt(business, product_id, at)).toBe(true)
  const running = await plans()
  expect(await run([INSTANT, ADMIN, sale])).toEqual([])
  expect(await plans()).toEqual(running)
  for (const { product_id, until } of running) await runAt(business, product_id, `${until}`)
  const now = (await ask('GET', '/admin/products')).body.data
  expect(now.map(({ name, price, compare_at_price }) => [name, price, compare_at_price])).toEqual([
    ['Tea', 999, null],
    ['Cup', 500, 1000],
    ['Shirt', 1000, null],
    ['Draft', 1, null],
  ])
})

test('the dates of a WooCommerce file become schedules after its import', async () => {
  const { business, run, plans, ask } = await makeShop('Europe/Berlin')
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toLocaleDateString('sv')
  const header =
    'ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Sale price,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)'
  const file = [
    header,
    `21,simple,,"Lamp, ""later""",1,${inDays(40)} 0:00:00,${inDays(43)} 23:59:59,30.00,45.00,Lamps,,,`,
    `22,simple,L-2,Lamp now,1,${inDays(-9)} 0:00:00,${inDays(5)} 18:00:00,"30,50",45,Lamps,,,`,
    `23,simple,L-3,Lamp then,1,2019-03-01 0:00:00,2019-03-31 23:59:59,30,45,Lamps,,,`,
    '24,simple,L-4,Lamp always,1,,,30,45,Lamps,,,',
    '30,variable,HOOD,Hoodie,1,,,,,Hoodies,,Colour,"Red, Blue, Green"',
    `31,variation,HOOD-R,Hoodie - Red,1,${inDays(40)} 0:00:00,,39,45,,HOOD,Colour,Red`,
    `32,variation,HOOD-B,Hoodie - Blue,1,${inDays(40)} 0:00:00,,39,46,,id:30,Colour,Blue`,
    `33,variation,HOOD-G,Hoodie - Green,1,${inDays(41)} 0:00:00,,39,46,,id:30,Colour,Green`,
  ].join('\r\n')
  const imported = await operate('import', await makeFile('woo.csv', file), '--business', business.slug)
  expect(imported.code).toBe(0)
  const readFile = async () => `\uFEFF${file}\r\n`
  expect(await run([INSTANT, ADMIN, ROWS, WOO], { readFile })).toEqual([
    'Hoodie - Green: its dates differ from those of another variation',
  ])
  const instants: string[] = []
  const locals = [`${inDays(40)}T00:00:00`, `${inDays(43)}T23:59:59`, `${inDays(5)}T18:00:00`]
  await run([INSTANT, "for (const local of locals) instants.push(instant(local, 'Europe/Berlin'))"], {
    locals,
    instants,
  })
  const [begin, end, endOfNow] = instants
  const products = (await ask('GET', '/admin/products')).body.data
  const idOf = (external: string) => `${products.find(({ external_id }) => external_id === external)?.id}`
  const planned = new Map(
    (await plans()).map(({ product_id, at, until, patch }) => [product_id, { at, until, patch }]),
  )
  expect(planned).toEqual(
    new Map<string, object>([
      [idOf('woo:21'), { at: begin, until: end, patch: { price: 3000, compare_at_price: 4500 } }],
      [idOf('woo:22'), { at: endOfNow, until: null, patch: { price: 4500, compare_at_price: null } }],
      [
        idOf('woo:30'),
        {
          at: begin,
          until: null,
          patch: {
            variants: [
              { id: `${idOf('woo:30')}-1`, price: 3900, compare_at_price: 4500 },
              { id: `${idOf('woo:30')}-2`, price: 3900, compare_at_price: 4600 },
            ],
          },
        },
      ],
    ]),
  )
  await runAt(business, idOf('woo:22'), `${endOfNow}`)
  expect((await ask('GET', `/admin/products/${idOf('woo:22')}`)).body).toMatchObject({
    price: 4500,
    compare_at_price: null,
  })
})
