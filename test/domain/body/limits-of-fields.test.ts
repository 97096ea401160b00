import { expect, test } from 'vitest'
import { checkPatch, type Resource } from '../../../lib/domain/body/resource.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { BUSINESS } from '../../../lib/domain/business.ts'
import { CATEGORY } from '../../../lib/domain/category.ts'
import { PRODUCT } from '../../../lib/domain/products/product.ts'

const repeat = (length: number, unit = 'é') => unit.repeat(length)
const list = (length: number, item: unknown) => Array.from({ length }, () => item)
const map = (length: number) => Object.fromEntries(Array.from({ length }, (_, n) => [`k${n}`, 'v']))
const url = (length: number) => `https://img.example/${repeat(length - 20, 'a')}`

/** A field, a value just within its limit, and one just beyond. */
const LIMITS: [path: string, field: string, within: unknown, beyond: unknown, pointer?: string][] = [
  ['product', 'name', repeat(200), repeat(201)],
  ['product', 'name', repeat(200, '💩'), repeat(201, '💩')],
  ['product', 'description', repeat(5000), repeat(5001)],
  ['product', 'slug', repeat(255, 'a'), repeat(256, 'a')],
  ['product', 'sku', repeat(255, '💩'), repeat(256)],
  ['product', 'external_id', repeat(128, '~'), repeat(129, '~')],
  ['product', 'position', 1e9, 1e9 + 1],
  ['product', 'position', 0, -1],
  ['product', 'images', list(10, { url: url(40) }), list(11, { url: url(40) })],
  ['product', 'images', [{ url: url(2048) }], [{ url: url(2049) }], '/images/0/url'],
  [
    'product',
    'images',
    [{ url: url(40), alt: repeat(500) }],
    [{ url: url(40), alt: repeat(501) }],
    '/images/0/alt',
  ],
  ['product', 'tags', list(20, 'tag'), list(21, 'tag')],
  ['product', 'tags', [repeat(50)], [repeat(51)], '/tags/0'],
  ['product', 'metadata', map(50), map(51)],
  ['product', 'metadata', { [repeat(40)]: repeat(500) }, { a: repeat(501) }, '/metadata/a'],
  ['product', 'metadata', { [repeat(40)]: '' }, { [repeat(41)]: '' }, `/metadata/${repeat(41)}`],
  ['category', 'name', repeat(120), repeat(121)],
  ['category', 'description', repeat(2000), repeat(2001)],
  ['business', 'name', repeat(200), repeat(201)],
  ['business', 'social_links', list(20, url(40)), list(21, url(40))],
  ['business', 'contact', { phone: repeat(500) }, { phone: repeat(501) }, '/contact/phone'],
]

const RESOURCES: Record<string, Resource<object>> = {
  product: PRODUCT,
  category: CATEGORY,
  business: BUSINESS,
}

test.each(LIMITS)('the limit of a %s’s %s: %#', (name, field, within, beyond, pointer = `/${field}`) => {
  const resource = RESOURCES[name]
  if (!resource) throw new Error(`no ${name} is judged here`)
  const breaks = (value: unknown) =>
    breaksOf(() => checkPatch(resource, { [field]: value })).map(
      ({ path, code }) => `/${path.join('/')} ${code}`,
    )
  expect(breaks(beyond)).toEqual([`${pointer} invalid`])
  expect(breaks(within)).toEqual([])
})
