import { expect, test } from 'vitest'
import { FEEDS, renderFeed } from '../../../lib/domain/channels/feeds.ts'
import type { Shop, ShownProduct } from '../../../lib/domain/channels/goods.ts'
import { jsonLdOf } from '../../../lib/domain/channels/json-ld.ts'
import { Run } from '../../prove/run.ts'
import { randomShop } from './random-shop.ts'

const [WHOLE, IMAGES] = [
  'https://shop.example/mill',
  ['a', 'b'].map((name) => `https://images.example/${name}.jpg`),
]

/** A shop in euros, and a product of it that has everything: two variants, of which the first is used. */
function aShop(): { shop: Shop; plain: ShownProduct; varied: ShownProduct } {
  const { shop, products } = randomShop(new Run('rows', 1, { count: 1 }))
  const [first] = products
  if (!first) throw new Error('this seed has no product')
  const product = {
    ...first.product,
    id: 'p1',
    slug: 'mill',
    name: 'Mill',
    description: 'Grinds',
    currency: 'EUR',
    price: 900,
    compare_at_price: null,
    is_available: true,
    brand: 'Zassen\uffffhaus',
    condition: 'used' as const,
    gtin: '4006381333931',
    mpn: 'Z1',
    weight_grams: 700,
    images: IMAGES.map((url) => ({ url, alt: '' })),
  }
  const values = { Color: 'red', Colour: 'blue', Ink: 'black' }
  const variants = [values, { ...values, Ink: 'green' }].map((option_values, n) => ({
    id: `p1-${n + 1}`,
    option_values,
    price: 900,
    compare_at_price: null,
    image: null,
    position: n,
    is_available: n === 0,
  }))
  const business = {
    ...shop.business,
    currency: 'EUR',
    country: 'DE',
    product_url_template: 'https://shop.example/{slug}',
  }
  return {
    shop: { ...shop, business },
    plain: { product },
    varied: { product, variants: { id: 'p1', options: [], variants } },
  }
}

const { shop, plain, varied } = aShop()
/** A product whose only variant has the number 12. */
const numbered = (onBackorder: string, is_available = true): ShownProduct => {
  const variants = (varied.variants?.variants ?? [])
    .slice(0, 1)
    .map((one) => ({ ...one, id: 'p1-12', is_available }))
  return { product: varied.product, variants: { id: 'p1', options: [], variants }, onBackorder }
}
const brand = { '@type': 'Brand', name: 'Zassenhaus' }

test('structured data of a product has all that is known of it', () => {
  expect(JSON.parse(jsonLdOf(shop, plain))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    productID: 'p1',
    name: 'Mill',
    description: 'Grinds',
    url: WHOLE,
    image: IMAGES,
    brand,
    gtin: '4006381333931',
    mpn: 'Z1',
    weight: { '@type': 'QuantitativeValue', value: 700, unitCode: 'GRM' },
    offers: {
      '@type': 'Offer',
      url: WHOLE,
      price: '9.00',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/UsedCondition',
    },
  })
})

test('structured data of variants is a group, of which each has one picture and what differs', () => {
  const { hasVariant, ...group } = JSON.parse(jsonLdOf(shop, varied))
  expect(group).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    productGroupID: 'p1',
    name: 'Mill',
    description: 'Grinds',
    url: WHOLE,
    image: IMAGES,
    brand: { '@type': 'Brand', name: expect.any(String) },
    variesBy: ['https://schema.org/color'],
  })
  const [one, other] = hasVariant
  expect(one).toMatchObject({
    productID: 'p1-1',
    image: IMAGES.slice(0, 1),
    color: 'red',
    additionalProperty: [
      { '@type': 'PropertyValue', name: 'Colour', value: 'blue' },
      { '@type': 'PropertyValue', name: 'Ink', value: 'black' },
    ],
  })
  expect(one).not.toHaveProperty('description')
  expect(other.offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
})

test.each([
  [
    'of a product without options',
    { ...plain, onBackorder: '0' },
    ['out_of_stock', 'available for order', 'backorder', 'BackOrder'],
  ],
  ['of a product whose stock is there', plain, ['in_stock', 'in stock', 'in_stock', 'InStock']],
  [
    'of a variant by the number of its id',
    numbered('2 12'),
    ['out_of_stock', 'available for order', 'backorder', 'BackOrder'],
  ],
  [
    'of a variant whose number is only similar',
    numbered('2 1'),
    ['in_stock', 'in stock', 'in_stock', 'InStock'],
  ],
  [
    'of a variant that is sold out',
    numbered('12', false),
    ['out_of_stock', 'out of stock', 'out_of_stock', 'OutOfStock'],
  ],
])('the backorder %s is in each channel as it can say it', (_, shown, said) => {
  const rowOf = (name: 'google.xml' | 'meta.xml' | 'openai.jsonl') =>
    renderFeed(FEEDS[name], shop, [shown])?.text
  const cell = (name: 'google.xml' | 'meta.xml') => /availability>(.*?)</.exec(`${rowOf(name)}`)?.[1]
  const { hasVariant: [thing] = [], offers = thing?.offers } = JSON.parse(jsonLdOf(shop, shown))
  expect([
    cell('google.xml'),
    cell('meta.xml'),
    JSON.parse(`${rowOf('openai.jsonl')}`).availability,
    offers.availability.replace('https://schema.org/', ''),
  ]).toEqual(said)
})

test('a row has ten further pictures at most, and a line for OpenAI no character that some readers end a line at', () => {
  const images = Array.from({ length: 13 }, (_, n) => ({ url: `https://images.example/${n}.jpg`, alt: '' }))
  const product = { ...plain.product, images, description: 'a\u0085b\u2028c\u2029d' }
  const { text = '' } = renderFeed(FEEDS['openai.jsonl'], shop, [{ product }]) ?? {}
  expect(text).toContain(String.raw`a\u0085b\u2028c\u2029d`)
  const { text: xml = '' } = renderFeed(FEEDS['google.xml'], shop, [{ product }]) ?? {}
  expect(xml.match(/additional_image_link>https/g)).toHaveLength(10)
  expect(JSON.parse(text).additional_image_urls).toEqual(images.slice(1, 11).map(({ url }) => url))
})

test('a feed that is longer than its function has memory for is not made', () => {
  const feed = { ...FEEDS['google.xml'], row: () => 'x'.repeat(20_000_000) }
  expect(renderFeed(feed, shop, [plain, plain])?.rows).toBe(2)
  expect(renderFeed({ ...feed, row: () => 'x'.repeat(20_000_001) }, shop, [plain, plain])).toBeUndefined()
})
