/** Random catalogues and random lists of them, and what each list must hold by the contract alone. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { createCategory } from '../../lib/data/categories.ts'
import { createProduct } from '../../lib/data/products/products.ts'
import { newCategory } from '../../lib/domain/category.ts'
import { newProduct, type Product } from '../../lib/domain/products/product.ts'
import { makeBusiness } from '../support/shop.ts'

/** Few enough different values that most products tie in something. */
const name = fc.oneof(
  fc.constantFrom('Tea', 'tea', 'Téa', 'TEA', 'Tea pot', 'Teapot', 'te', 'ﬁg', 'fig', 'İx', 'ix', 'ß', 'ss'),
  fc.constantFrom(
    '\uFFFD',
    '\u{1F375}',
    '茶'.repeat(200),
    `${'茶'.repeat(199)}x`,
    '\uFDFA'.repeat(200),
    '\u0301',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
)

/** Bodies of a merchant's products; only invalid names (blank after trimming, for example) are left out. */
export const productInput = fc
  .record({
    name,
    price: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(10, 99, 100, 10 ** 12)),
    position: fc.constantFrom(0, 1, 2, 10, 10 ** 9),
    category_id: fc.constantFrom('a', 'b'),
    additional_categories: fc.oneof(
      fc.constant([]),
      fc.uniqueArray(
        fc.record(
          { id: fc.constantFrom('a', 'b', 'c'), position: fc.constantFrom(0, 1, 10) },
          { requiredKeys: ['id'], noNullPrototype: true },
        ),
        { selector: ({ id }) => id, maxLength: 2 },
      ),
    ),
    is_available: fc.boolean(),
    tags: fc.subarray(['x', 'y', 'grün']),
    status: fc.oneof(
      { weight: 4, arbitrary: fc.constant('active' as const) },
      { weight: 1, arbitrary: fc.constantFrom('draft' as const, 'archived' as const) },
    ),
  })
  .filter((input) => v.is(newProduct, input))

export type ProductInput = v.InferInput<typeof newProduct>

const SORTS = ['position', 'name', 'price', 'created_at'] as const
const price = fc.option(fc.constantFrom(0, 1, 2, 3, 50, 10 ** 12), { nil: undefined })

export const listQuery = fc
  .record({
    sort: fc.constantFrom(...SORTS),
    reverse: fc.boolean(),
    category: fc.option(fc.constantFrom('a', 'b', 'c', 'unknown'), { nil: undefined }),
    is_available: fc.option(fc.boolean(), { nil: undefined }),
    price_min: price,
    price_max: price,
    tag: fc.option(fc.constantFrom('x', 'grün', 'z'), { nil: undefined, freq: 2 }),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  .filter(({ price_min = 0, price_max = Number.POSITIVE_INFINITY }) => price_min <= price_max)

export type ListQuery = typeof listQuery extends fc.Arbitrary<infer Q> ? Q : never

export function queryString({ sort, reverse, ...others }: ListQuery): string {
  const query = new URLSearchParams({ sort: (reverse ? '-' : '') + sort })
  for (const [parameter, value] of Object.entries(others))
    if (value !== undefined) query.set(parameter, String(value))
  return query.toString()
}

/** Makes products in a business of their own, one after the other in time. */
export async function stock(
  inputs: readonly ProductInput[],
): Promise<{ businessId: string; products: Product[] }> {
  const { id: businessId } = await makeBusiness()
  await Promise.all(
    ['a', 'b', 'c'].map((id) => createCategory(businessId, v.parse(newCategory, { id, name: id }))),
  )
  const products = await Promise.all(
    inputs.map((input, n) => add(businessId, input, new Date(1.8e12 + n * 1000))),
  )
  return { businessId, products }
}

/** A slug is given because equal names in parallel would only take turns in finding a free one. */
export const add = (businessId: string, input: ProductInput, now = new Date()) =>
  createProduct(
    businessId,
    v.parse(newProduct, { ...input, slug: `p-${randomUUID().slice(0, 13)}` }),
    'EUR',
    { now },
  )

/** The products that a list must hold, in order: computed from the products, not from any index. */
export function expectedList(products: readonly Product[], query: ListQuery): Product[] {
  const listed = products
    .filter((product) => matches(product, query))
    .map((product) => ({ ...product, position: positionIn(product, query.category) }))
    .sort((a, b) => compareBy(query.sort, a, b) || compareBytes(a.id, b.id))
  return query.reverse ? listed.reverse() : listed
}

/** The place of a product in the list of a category. */
function positionIn({ additional_categories, position }: Product, category: string | undefined): number {
  const place = additional_categories.find(({ id }) => id === category)
  return place?.position ?? position
}

const isIn = ({ category_id, additional_categories }: Product, category: string) =>
  category_id === category || additional_categories.some(({ id }) => id === category)

function matches(
  product: Product,
  { category, is_available, price_min, price_max, tag }: ListQuery,
): boolean {
  return (
    product.status === 'active' &&
    (category === undefined || isIn(product, category)) &&
    (is_available === undefined || product.is_available === is_available) &&
    (price_min === undefined || product.price >= price_min) &&
    (price_max === undefined || product.price <= price_max) &&
    (tag === undefined || product.tags.includes(tag))
  )
}

function compareBy(sort: ListQuery['sort'], a: Product, b: Product): number {
  if (sort === 'name') return compareNames(a, b)
  if (sort === 'price') return a.price - b.price
  if (sort === 'created_at') return Date.parse(a.created_at) - Date.parse(b.created_at)
  return a.position - b.position || compareNames(a, b)
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const compareNames = (a: Product, b: Product) => Buffer.compare(comparedBytes(a.name), comparedBytes(b.name))

/** NFKC, lower case, marks removed, no more than 256 bytes, no half character. */
function comparedBytes(text: string): Buffer {
  const lower = text.normalize('NFKC').toLowerCase().normalize('NFD')
  const bytes = Buffer.from(
    [...lower]
      .filter((c) => !/\p{M}/u.test(c))
      .join('')
      .normalize('NFC'),
  )
  let end = Math.min(bytes.length, 256)
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
