import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../lib/description/parts.ts'
import { SPARSE_FIELDS } from '../../lib/domain/products/fields.ts'
import { PRODUCT } from '../../lib/domain/products/product.ts'
import { makeMerchant } from '../admin/merchant.ts'
import { readPage } from './blocks.ts'

/** The members that a sentence names behind these words, up to a full stop. */
function namedIn(text: string, words: string): string[] {
  const [, sentence = ''] = text.replaceAll('\n', ' ').split(words)
  return [...(sentence.split('. ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
}

const BARE = { name: 'Full', category_id: 'tea', price: 100 }
const BESIDE = {
  description: 'd',
  compare_at_price: 200,
  cost: 5,
  sku: 'FULL',
  brand: 'B',
  condition: 'used',
  gtin: '4006381333931',
  mpn: 'M',
  weight_grams: 5,
  metadata: { a: '1' },
  tags: ['t'],
  images: [{ url: 'https://images.example/x.jpg', alt: 'x' }],
  position: 7,
  status: 'active',
  is_available: false,
  slug: 'full-slug',
  additional_categories: [{ id: 'gifts' }],
}
const isSparse = (name: string) => SPARSE_FIELDS.some((one) => one === name)

/** Those that pages name one by one. */
const usual = (names: readonly string[]) => names.filter((name) => !isSparse(name)).sort()

const STOCK = { track_inventory: true, allow_backorder: true, low_stock_at: 3 }

/** The members that an object still has as they were. */
const unchangedIn = (members: object, before: object, after: object) => {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return Object.keys(members).filter((name) => isDeepStrictEqual(was.get(name), is.get(name)))
}

test('a PUT keeps what the page, the description and the code name, and nothing else', async () => {
  const { ask } = await makeMerchant()
  for (const id of ['tea', 'gifts']) await ask('POST', '/admin/categories', { id, name: id })
  const kept: string[] = []
  for (const [id, members] of Object.entries({ full: BESIDE, tracked: STOCK })) {
    const path = `/admin/products/by-external-id/${id}`
    const before = await ask('PUT', path, { ...BARE, ...members })
    const after = await ask('PUT', path, BARE)
    expect([before.status, after.status]).toEqual([201, 200])
    kept.push(...unchangedIn(members, before.body, after.body))
  }
  expect(kept.sort()).toEqual(PRODUCT.kept.filter((name) => name in BESIDE || !isSparse(name)).sort())
  const words = 'get their default, except '
  expect(usual(namedIn(readPage('docs/admin-writes.md'), words))).toEqual(usual(PRODUCT.kept))
  expect(namedIn(OPERATIONS['admin/products/by-external-id/replace'].description, words).sort()).toEqual(
    ['variants', ...PRODUCT.kept].sort(),
  )
})

test('a PUT of variants keeps what the page and the description name, and nothing else', async () => {
  const { ask } = await makeMerchant()
  await ask('POST', '/admin/categories', { id: 'tea', name: 'tea' })
  const { compare_at_price, cost, sku, gtin, mpn, weight_grams, images, ...others } = BESIDE
  const members = {
    compare_at_price,
    cost,
    sku,
    gtin,
    mpn,
    weight_grams,
    image: images[0],
    is_enabled: false,
  }
  const kept: string[] = []
  for (const own of [{ ...members, is_available: false }, STOCK]) {
    const option_values = { Size: 'S' }
    const variants = [{ option_values, price: 100, ...own }]
    const body = { ...BARE, options: [{ name: 'Size', values: ['S'] }], variants }
    const { id } = (await ask('POST', '/admin/products', body)).body
    const path = `/admin/products/${id}/variants`
    const before = (await ask('GET', path)).body.variants
    const after = (await ask('PUT', path, { variants: [{ option_values, price: 100 }] })).body.variants
    kept.push(...unchangedIn(own, [before].flat(2)[0] ?? {}, [after].flat(2)[0] ?? {}))
  }
  const words = 'unless you send them: '
  expect(others.status).toBe('active')
  expect(usual(namedIn(readPage('docs/variants.md'), words))).toEqual(usual(kept))
  expect(usual(namedIn(OPERATIONS['admin/products/variants/replace'].description, words))).toEqual(
    usual(kept),
  )
})
