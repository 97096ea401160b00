import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

const cup = (external_id: string, further: object = {}) => ({
  external_id,
  name: `Cup ${external_id}`,
  price: 100,
  category: 'Cups',
  ...further,
})
const sized = (external_id: string, skus: string[]) => ({
  ...cup(external_id, { price: undefined }),
  options: [{ name: 'Size', values: skus.map((_, n) => `${n}`) }],
  variants: skus.map((sku, n) => ({ option_values: { Size: `${n}` }, sku, price: 100 })),
})

test('a dry run refuses what the import refuses: names that other products have', async () => {
  const business = await makeBusiness()
  const taken = [
    cup('a', { sku: 'A1', slug: 'one' }),
    cup('b', { sku: 'B1', slug: 'two' }),
    cup('c', { sku: 'C1', slug: 'three' }),
    cup('d', { sku: 'A2' }),
    sized('s', ['S1']),
  ]
  expect(await importInto(business, taken)).toMatchObject({ created: 5, refused: [] })
  const file = [
    sized('new', ['N1', 'A1']),
    sized('s', ['S1', 'A2', 'C1']),
    cup('slug', { slug: 'one' }),
    cup('b', { sku: 'B1', slug: 'three' }),
    cup('fine', { sku: 'F1', slug: 'free' }),
  ]
  const dry = await importInto(business, file, '--dry-run')
  expect(dry.refused.map(({ row, reasons }) => [row, reasons])).toEqual([
    [1, ['sku: "A1" belongs to another product']],
    [2, ['sku: "A2" belongs to another product', 'sku: "C1" belongs to another product']],
    [3, ['slug: "one" belongs to another product']],
    [4, ['slug: "three" belongs to another product']],
  ])
  const { refused, created, updated } = await importInto(business, file)
  expect({ refused: dry.refused, created: dry.created, updated: dry.updated }).toEqual({
    refused,
    created,
    updated,
  })
})

test('a dry run lets a product have the names that a row before it gives up', async () => {
  const business = await makeBusiness()
  await importInto(business, [cup('a', { sku: 'A1', slug: 'one' }), cup('b', { sku: 'B1', slug: 'two' })])
  const next = [cup('a', { sku: 'A2' }), cup('b', { sku: 'A1' })]
  expect(await importInto(business, next, '--dry-run')).toMatchObject({ updated: 2, refused: [] })
  const between = Array.from({ length: 20 }, (_, n) => cup(`n${n}`))
  const file = [cup('a', { sku: 'A2', slug: 'three' }), ...between, cup('b', { sku: 'A1', slug: 'one' })]
  expect(await importInto(business, file, '--dry-run')).toMatchObject({ updated: 2, refused: [] })
  expect(await importInto(business, file)).toMatchObject({ updated: 2, refused: [] })
})

test('a row that a dry run refuses gives nothing up', async () => {
  const business = await makeBusiness()
  const stored = [cup('a', { sku: 'A1', slug: 'one' }), cup('b', { sku: 'B1', slug: 'two' })]
  await importInto(business, [...stored, cup('z', { sku: 'Z1', slug: 'last' })])
  const between = Array.from({ length: 20 }, (_, n) => cup(`n${n}`))
  const file = [cup('a', { sku: 'A2', slug: 'last' }), ...between, cup('b', { sku: 'A1', slug: 'one' })]
  const dry = await importInto(business, file, '--dry-run')
  const { refused } = await importInto(business, file)
  expect(refused.map(({ row }) => row)).toEqual([1, 22])
  expect(dry.refused).toEqual(refused)
})

test('rows side by side take what those before them give up, and only that', async () => {
  const business = await makeBusiness()
  const many = Array.from({ length: 16 }, (_, n) => cup(`a${n}`, { sku: `S${n}`, slug: `slug-${n}` }))
  await importInto(business, many)
  // Each takes the names of the one before it, but the ninth, which wants those of the last one, keeps its own.
  const wanted = ['free', ...Array.from({ length: 15 }, (_, n) => n)].with(8, 15)
  const next = wanted.map((of, n) => cup(`a${n}`, { sku: `S${of}`, slug: `slug-${of}` }))
  const dry = await importInto(business, next, '--dry-run')
  const { refused, updated } = await importInto(business, next)
  expect({ refused: dry.refused.map(({ row }) => row), updated: dry.updated }).toEqual({
    refused: [9, 10, 11, 12, 13, 14, 15, 16],
    updated: 8,
  })
  expect({ refused, updated }).toEqual({ refused: dry.refused, updated: dry.updated })
})
