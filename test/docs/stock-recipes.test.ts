import { expect, inject, test } from 'vitest'
import { createStorefront, type StorefrontOptions } from '../../clients/typescript/src/index.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { recipeWith, runRecipe } from './run-recipe.ts'

const BASE = inject('baseUrl')
const recipe = (words: string) => recipeWith(words, 'docs/inventory.md')

/** A shop with a product of so many pieces of each size, and what a script of it needs. */
async function makeStock(pieces: number[]) {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const KEY = await makeToken(business)
  const send = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const response = await fetch(`${BASE}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { id: string }
  }
  const sizes = pieces.map((quantity, n) => ({ Size: `${n}`, sku: `TEA-${n}`, quantity }))
  const { id } = await send('POST', '/admin/products', {
    name: 'Tea',
    category_id: 'tea',
    status: 'active',
    options: [{ name: 'Size', values: sizes.slice(0, 50).map(({ Size }) => Size) }],
    variants: sizes.slice(0, 50).map(({ Size, ...stock }) => variant({ option_values: { Size }, ...stock })),
  })
  for (const { sku, quantity } of sizes.slice(50))
    await send('POST', '/admin/products', { name: sku, category_id: 'tea', ...variant({ sku, quantity }) })
  return { id, reader: { slug: business.slug, KEY }, send }
}

const variant = (fields: object) => ({ price: 790, track_inventory: true, ...fields })

test('a cart is read again: what is sold out, and what has another price', async () => {
  const { id, reader, send } = await makeStock([1, 1, 0])
  const read = recipe('const cart')
  const cart = (size: number) => runRecipe(read.replace('-1`', `-${size}\``), reader, { PRODUCT: id })
  expect(await cart(1)).toEqual([])
  expect(await cart(3)).toEqual([`${id}-3 is sold out`])
  expect(await cart(4)).toEqual([`${id}-4 is sold out`])
  await send('PATCH', `/admin/products/${id}/variants`, { variants: [{ sku: 'TEA-1', price: 890 }] })
  expect(await cart(2)).toEqual([`${id}-2 costs 890`])
})

/** The stock by SKU, as it is after every write. */
async function stockOf({ KEY }: { KEY: string }) {
  const admin = createStorefront({ baseUrl: BASE, apiKey: KEY })
  const rows = await Array.fromAsync(admin.each('/admin/inventory'))
  return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]))
}

/** The names of the script: its file, and a client before whose first adjustment something happens. */
function nightly(lines: string[], before: () => Promise<unknown>) {
  const requests: number[] = []
  const watched = async (request: Request) => {
    if (request.method === 'POST') {
      if (requests.length === 0) await before()
      const { changes } = (await request.clone().json()) as { changes: unknown[] }
      requests.push(changes.length)
    }
    return fetch(request)
  }
  const names = {
    readFile: async () => `${lines.join('\n')}\n`,
    createStorefront: (options: StorefrontOptions) => createStorefront({ ...options, fetch: watched }),
  }
  return { requests, names }
}

test('counts are taken over in requests of 100, and no sale at the same time is lost', async () => {
  const { reader, send } = await makeStock(Array.from({ length: 103 }, () => 5))
  // Neither the one that is counted right nor the one that is not counted needs a change.
  const lines = Array.from({ length: 102 }, (_, n) => `TEA-${n},${n === 3 ? 5 : 9}`).with(2, 'TEA-2,0')
  const { requests, names } = nightly([...lines, 'UNKNOWN,4'], () =>
    send('POST', '/admin/inventory/adjust', {
      reason: 'sale',
      changes: [
        { sku: 'TEA-0', delta: -2 },
        { sku: 'TEA-1', delta: 4 },
        { sku: 'TEA-2', delta: -1 },
      ],
    }),
  )
  expect(await runRecipe(recipe('stock.csv'), reader, names)).toEqual([])
  expect(requests).toEqual([100, 4])
  const expected = Object.fromEntries(
    lines.map((line) => line.split(',')).map(([sku, n]) => [sku, Number(n)]),
  )
  expect(await stockOf(reader)).toEqual({ ...expected, 'TEA-0': 7, 'TEA-1': 13, 'TEA-102': 5 })
})

test('held pieces are in the warehouse and not in the stock, and a hold during the run is subtracted too', async () => {
  const { reader, send } = await makeStock([5, 5, 5, 5])
  const hold = (sku: string, quantity: number) =>
    send('PUT', `/admin/inventory/holds/${sku}`, { items: [{ sku, quantity }] })
  await Promise.all([hold('TEA-0', 2), hold('TEA-1', 2), hold('TEA-3', 2)])
  const lines = ['TEA-0,5', 'TEA-1,9', 'TEA-2,9', 'TEA-3,1']
  const { requests, names } = nightly(lines, () => hold('TEA-2', 1))
  expect(await runRecipe(recipe('stock.csv'), reader, names)).toEqual([])
  // TEA-0 is counted right.
  expect(requests).toEqual([3, 1])
  expect(await stockOf(reader)).toEqual({ 'TEA-0': 3, 'TEA-1': 7, 'TEA-2': 8, 'TEA-3': 0 })
})

test('a line without a count is skipped and named, and the other counts are taken over', async () => {
  const { reader } = await makeStock([5, 5, 5, 5, 5])
  const lines = [
    '\ufeffsku,quantity',
    'TEA-0,',
    'TEA-1,n/a',
    'TEA-2,-1.0',
    'TEA-3,9\r',
    ',3',
    'TEA-4;9',
    '"TEA-4",9',
  ]
  const { requests, names } = nightly(lines, async () => {})
  const skipped = lines.filter((_, n) => n !== 4).map((line) => `skipped: ${line.replace('\ufeff', '')}`)
  expect(await runRecipe(recipe('stock.csv'), reader, names)).toEqual(skipped)
  expect(requests).toEqual([1])
  expect(await stockOf(reader)).toEqual({ 'TEA-0': 5, 'TEA-1': 5, 'TEA-2': 5, 'TEA-3': 9, 'TEA-4': 5 })
})

test('the stock of a SKU that was counted twice is left as it is', async () => {
  const { reader } = await makeStock([5, 5, 5])
  const lines = ['TEA-0,2', 'TEA-1,3', 'TEA-0,4', 'TEA-0,4', 'TEA-2,1', 'TEA-2,']
  const { names } = nightly(lines, async () => {})
  expect(await runRecipe(recipe('stock.csv'), reader, names)).toEqual(
    ['TEA-0,4', 'TEA-0,4', 'TEA-2,'].map((line) => `skipped: ${line}`),
  )
  expect(await stockOf(reader)).toEqual({ 'TEA-0': 5, 'TEA-1': 3, 'TEA-2': 5 })
})

test('a file without a SKU of the shop is an error', async () => {
  const { reader } = await makeStock([5])
  const { requests, names } = nightly(['OTHER-0,9'], async () => {})
  await expect(runRecipe(recipe('stock.csv'), reader, names)).rejects.toThrow(
    'stock.csv has no SKU of the shop',
  )
  expect(requests).toEqual([])
})

test('a count that does not fit any more is printed, and the others are taken over', async () => {
  const { id, reader, send } = await makeStock([5, 5])
  const { names } = nightly(['TEA-0,9', 'TEA-1,9'], () =>
    send('PATCH', `/admin/products/${id}/variants`, { variants: [{ sku: 'TEA-0', track_inventory: false }] }),
  )
  expect(await runRecipe(recipe('stock.csv'), reader, names)).toEqual([
    expect.stringMatching(/^TEA-0 validation_failed /),
  ])
  expect(await stockOf(reader)).toEqual({ 'TEA-1': 9 })
})
