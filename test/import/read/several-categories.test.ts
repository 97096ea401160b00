import { expect, test } from 'vitest'
import { categoryPathsOf, severalCategories } from '../../../lib/import/catalogue-files/category-path.ts'
import { plannedRows } from './planned-rows.ts'

test.each([
  ['Marine;Rings', ['Marine', 'Rings']],
  ['Marine; Rings; New', ['Marine', 'Rings', 'New']],
  ['Tea;', ['Tea']],
  ['Men > Shirts; Sale | New', ['Men > Shirts', 'Sale', 'New']],
  ['Books &amp; toys; Sale &#38; more', ['Books &amp; toys', 'Sale &#38; more']],
  ['Pots, pans; Cups', ['Pots, pans', 'Cups']],
  [' | ;', []],
])('%j names %j', (cell, names) => {
  expect(severalCategories(cell, false)).toEqual(names)
})

const placesOf = async (...sent: Parameters<typeof plannedRows>) => {
  const [row] = await plannedRows(...sent)
  const { category_id, additional_categories } = row?.fields ?? {}
  return [category_id, additional_categories]
}

test.each([
  ['CSV', 'sku,category,additional_categories\nA,Rings; Sale,Pins;New'],
  ['JSON', '[{"sku":"A","category":"Rings; Sale","additional_categories":"Pins;New"}]'],
])('a ; is between categories of %s', async (_, text) => {
  expect(await placesOf(text)).toEqual(['rings', [{ id: 'sale' }, { id: 'pins' }, { id: 'new-2' }]])
})

test('a ; is part of the name of a category that has an id', async () => {
  expect(await placesOf('sku,category,category_id\nA,Rings; Sale,r')).toEqual(['r', undefined])
})

test.each([
  ['WooCommerce', 'ID,Type,SKU,Name,Published,Regular price,Kind\n1,simple,A,Cup,1,2.50,Rings; Sale'],
  ['Shopify', 'Handle,Title,Option1 Value,Variant Price,Kind\na,Cup,,2.50,Rings; Sale'],
])('in a file of %s a ; is part of a name', async (_, text) => {
  expect(await placesOf(text, { map: ['category=Kind'] })).toEqual(['rings-sale', undefined])
  expect(await placesOf(text, { map: ['additional_categories=Kind'] })).toEqual([
    undefined,
    [{ id: 'rings-sale' }],
  ])
})

test('many paths are put in order in linear time, those above others last', () => {
  const cells = Array.from({ length: 50_000 }, (_, n) => (n % 2 === 0 ? `Top ${n}` : `Top ${n - 1} > Low`))
  const paths = categoryPathsOf(cells, [])
  expect(paths.slice(0, 2)).toEqual([
    ['Top 0', 'Low'],
    ['Top 2', 'Low'],
  ])
  expect(paths.slice(25_000, 25_001)).toEqual([['Top 0']])
})
