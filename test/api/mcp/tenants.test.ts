import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TOOLS } from '../../../lib/api/mcp/tools.ts'
import { ageEvents } from '../../support/feed.ts'
import { type MarkedShop, makeMarkedShop } from '../../support/public-paths.ts'
import { makeProduct, makeToken } from '../../support/shop.ts'
import { bearer, callTool } from './call-tool.ts'

const [ourMark, theirMark] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)]
const ours = await makeMarkedShop(ourMark)
const theirs = await makeMarkedShop(theirMark)
const ourKey = bearer(await makeToken(ours.business))
const theirKey = bearer(await makeToken(theirs.business))
const stocked = { track_inventory: true, quantity: 3, low_stock_at: 5 }
const ourStock = await makeStocked(ours, ourMark)
const theirStock = await makeStocked(theirs, theirMark)
await ageEvents(ours.business.id)
await ageEvents(theirs.business.id)

function makeStocked({ business, category }: MarkedShop, mark: string) {
  const named = {
    name: `Counted ${mark}`,
    slug: `counted-${mark}`,
    sku: `SKU-${mark}`,
    external_id: `erp:${mark}`,
  }
  return makeProduct(business, { category_id: category.id, ...named, ...stocked })
}

/** The names of a shop: of one that is there, and of one that nobody has. */
type Names = Record<'product' | 'slug' | 'category' | 'sku' | 'external', string>

const namesOf = ({ category }: MarkedShop, product: { id: string; slug: string }, mark: string): Names => ({
  product: product.id,
  slug: product.slug,
  category: category.id,
  sku: `SKU-${mark}`,
  external: `erp:${mark}`,
})

const OURS = namesOf(ours, ourStock, ourMark)
const THEIRS = namesOf(theirs, theirStock, theirMark)
const NOBODYS: Names = {
  product: randomUUID(),
  slug: 'counted-00000000',
  category: 'shelf-00000000',
  sku: 'SKU-00000000',
  external: 'erp:00000000',
}

/** The arguments of each tool that name something: a new tool must be taught here. */
const NAMING: Record<string, ((names: Names) => object)[]> = {
  search_products: [({ category }) => ({ category }), ({ slug }) => ({ q: slug })],
  get_product: [({ product: id }) => ({ id }), ({ slug: id }) => ({ id })],
  list_categories: [({ product }) => ({ cursor: product })],
  get_store: [],
  find_products: [
    ({ category }) => ({ category }),
    ({ sku }) => ({ sku }),
    ({ external: external_id }) => ({ external_id }),
  ],
  low_stock: [({ product }) => ({ cursor: product })],
  get_product_for_editing: [({ product: id }) => ({ id })],
  recent_changes: [({ product: object }) => ({ object })],
  feed_report: [],
  plan_changes: [
    ({ product: id }) => ({ operations: [{ op: 'delete', id }] }),
    ({ product: id }) => ({ operations: [{ op: 'reprice', id, percent: 1 }] }),
    ({ category: category_id }) => ({
      operations: [{ op: 'update', id: OURS.product, data: { category_id } }],
    }),
  ],
  plan_stock: [
    ({ sku }) => ({ reason: 'sale', changes: [{ sku, delta: -1 }] }),
    ({ product: variant_id }) => ({ reason: 'sale', changes: [{ variant_id, delta: -1 }] }),
  ],
  apply_plan: [({ product: plan }) => ({ of: 'products', plan, summary: 'x' })],
}

/** Tools that take no name which one of our objects has: a cursor and a plan are made by their lists and plans. */
const OF_NO_OBJECT = ['list_categories', 'low_stock', 'apply_plan']

/** A result without the names that were in its arguments, and without the time of day. */
const apart = ({ text }: { text: string }, names: Names) =>
  Object.values(names)
    .reduce((rest, name) => rest.replaceAll(name, '<name>'), text)
    .replace(/"complete_until":"[^"]+"/, '')

test('every tool is tried', () => {
  expect(Object.keys(NAMING)).toEqual(TOOLS.map(({ name }) => name))
})

const NAMED = Object.entries(NAMING).flatMap(([name, all]) => all.map((args, n) => ({ name, n, args })))

describe.each(NAMED)('$name, $n', ({ name, args }) => {
  test('with a name of theirs our key gets what it gets for what never existed', async () => {
    const result = await callTool(ourKey, name, args(THEIRS))
    const reference = await callTool(ourKey, name, args(NOBODYS))
    expect(apart(result, THEIRS)).toBe(apart(reference, NOBODYS))
    expect(apart(result, THEIRS)).not.toContain(theirMark)
    expect(result.isError).toBe(reference.isError)
  })

  test('with the own name the result is another one, so that the comparison means something', async () => {
    const own = await callTool(ourKey, name, args(OURS))
    const reference = await callTool(ourKey, name, args(NOBODYS))
    expect(apart(own, OURS) !== apart(reference, NOBODYS)).toBe(!OF_NO_OBJECT.includes(name))
  })
})

/** The tools that show something of a shop without a name. */
const SHOWING: [string, object][] = [
  ['search_products', {}],
  ['list_categories', {}],
  ['get_store', {}],
  ['find_products', {}],
  ['low_stock', {}],
  ['recent_changes', {}],
]

test.each(SHOWING)('%s shows what is ours, and nothing of theirs', async (name, args) => {
  const { text, isError } = await callTool(ourKey, name, args)
  expect(isError).toBe(false)
  expect(text).toContain(ourMark)
  expect(text).not.toContain(theirMark)
})

test('a plan of theirs is not there for our key', async () => {
  const plan = async (headers: Record<string, string>, id: string) => {
    const operations = [{ op: 'reprice', id, percent: 1 }]
    const { result } = await callTool(headers, 'plan_changes', { operations })
    return Object(result.plan).apply_plan
  }
  const [own, foreign] = [await plan(ourKey, OURS.product), await plan(theirKey, THEIRS.product)]
  const refused = await callTool(ourKey, 'apply_plan', foreign)
  expect(refused).toMatchObject({
    isError: true,
    result: { error: expect.stringMatching(/^There is no such plan/) },
  })
  expect(refused).toEqual(await callTool(ourKey, 'apply_plan', { ...foreign, plan: 'a1B2c3D4e5F6' }))
  expect(await callTool(ourKey, 'apply_plan', own)).toMatchObject({ isError: false })
  expect((await callTool(theirKey, 'apply_plan', foreign)).result.done).toMatchObject([
    { id: THEIRS.product },
  ])
})
