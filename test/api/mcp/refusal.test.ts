import { expect, test } from 'vitest'
import { getProduct } from '../../../lib/api/mcp/tools/get-product.ts'
import { getProductForEditing } from '../../../lib/api/mcp/tools/get-product-for-editing.ts'
import { planChanges } from '../../../lib/api/mcp/tools/plan-changes.ts'
import { planStock } from '../../../lib/api/mcp/tools/plan-stock.ts'
import { searchProducts } from '../../../lib/api/mcp/tools/search-products.ts'
import { apiOf, resultOf } from './described-api.ts'

const { api } = apiOf({})

test('of many wrong arguments the first ten are named, and how many more there are', async () => {
  const args = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`a${n}`, n]))
  const { result } = await resultOf(searchProducts, api, args)
  expect(result.error).toMatch(/wrong: a0 is not a known field .*; a9 is .*\); and 2990 more\.$/)
  expect(result.error).not.toContain('a10 ')
})

test('a name in an argument comes back as people see it, and cut', async () => {
  const { result } = await resultOf(searchProducts, api, { [`q\u200b\u{e0041}${'x'.repeat(60)}`]: 1 })
  expect(result.error).toContain(` "q${'x'.repeat(39)}… (cut, 61 characters)" is not a known field `)
})

test('the known members are those of the object with the unknown one', async () => {
  const { result } = await resultOf(planStock, api, { reason: 'other', changes: [{ sku: 'A', amount: 1 }] })
  expect(result.error).toContain(
    'changes.0.amount is not a known field (known are variant_id, sku, delta, quantity)',
  )
})

test('a text in the place of an operation is not repeated', async () => {
  const { result } = await resultOf(planChanges, api, { operations: ['a pasted text'] })
  expect(result.error).toBe('Nothing was done. The arguments are wrong: operations.0 must be an object.')
})

test('a list in the place of a change is not an object', async () => {
  const { result } = await resultOf(planStock, api, { reason: 'other', changes: [['A']] })
  expect(result.error).toBe('Nothing was done. The arguments are wrong: changes.0 must be an object.')
})

test.each(['green-tea', 'GT-100'])('%s in the place of an id leads to the tools that have it', async (id) => {
  const { result } = await resultOf(getProductForEditing, api, { id })
  expect(result.error).toContain(
    'id must be the id of a product (a UUID), which find_products and search_products have',
  )
})

test.each([getProduct, getProductForEditing])('$name says where the id of a variant leads', async (tool) => {
  const { result } = await resultOf(tool, api, { id: `${crypto.randomUUID()}-3` })
  expect(result.error).toMatch(/^Nothing was done\. .* id must be .*; the id of a variant begins with it\.$/)
})
