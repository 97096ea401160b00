import { describe, expect, test } from 'vitest'
import { FEEDS } from '../../../lib/domain/channels/feeds.ts'
import type { Shop, ShownProduct } from '../../../lib/domain/channels/goods.ts'
import { reportOf } from '../../../lib/domain/channels/report.ts'
import { Run } from '../../prove/run.ts'
import { judgeLines, judgeReport, judgeRows, judgeRss, judgeSitemap } from './judge-feeds.ts'
import { judgeOffers, judgeScripts } from './judge-json-ld.ts'
import { randomShop } from './random-shop.ts'
import { cellOf, rendered, rowsIn } from './read-feeds.ts'

/** `feeds.test.ts` judges many more. */
test.each([
  ['the RSS feeds', judgeRss],
  ['each of their rows', judgeRows],
  ["OpenAI's lines", judgeLines],
  ['sitemaps', judgeSitemap],
  ['reports', judgeReport],
  ['offers in structured data', judgeOffers],
  ['script elements with it', judgeScripts],
] as const)('%s of 40 shops are right', (_, judge) => {
  judge(40)
})

/** A product of which one variant has this value of an option that is called so. */
function withValue(option: string, value: string) {
  const { shop, products } = randomShop(new Run('feeds', 1, { count: 1 }))
  const [shown] = products
  if (!shown) throw new Error('this seed has no product')
  const { product } = shown
  const image = { url: 'https://images.example/a.jpg', alt: '' }
  const variant = {
    id: `${product.id}-1`,
    option_values: { [option]: value },
    price: 1,
    compare_at_price: null,
    image,
    position: 0,
    is_available: true,
  }
  const variants = { id: product.id, options: [{ name: option, values: [value] }], variants: [variant] }
  return { shop, shown: { product: { ...product, name: 'Pepper mill' }, variants } }
}

describe.each([
  ['color', 'Farbe', 100],
  ['size', 'Size', 100],
  ['pattern', 'Pattern', 100],
  ['material', 'Material', 200],
] as const)('a %s of the option %s', (attribute, option, longest) => {
  test(`has ${longest} characters at most, or is left out and counted by the report`, () => {
    const [fitting, long] = ['🟥'.repeat(longest), '🟥'.repeat(longest + 1)]
    const { shop, shown } = withValue(option, fitting)
    expect(googleCell(shop, shown, attribute)).toBe(fitting)
    expect(reportOf('google.xml', shop, [shown]).too_long).toEqual({})
    const longer = withValue(option, long)
    expect(googleCell(longer.shop, longer.shown, attribute)).toBeUndefined()
    expect(reportOf('google.xml', longer.shop, [longer.shown])).toMatchObject({
      rows: 1,
      too_long: { [attribute]: 1 },
    })
  })
})

const googleCell = (shop: Shop, shown: ShownProduct, column: string) =>
  cellOf(rowsIn(rendered(FEEDS['google.xml'], shop, [shown]).text)[0] ?? [], column)

test('a title begins with the name of the product, however long the values of its options are', () => {
  const { shop, shown } = withValue('Ink', 'x'.repeat(255))
  expect(googleCell(shop, shown, 'title')).toBe(`Pepper mill, ${'x'.repeat(137)}`)
  const [variant] = shown.variants.variants
  if (!variant) throw new Error('there is no variant')
  const option_values = { Ink: 'x'.repeat(255), Cap: 'M', Nib: 'y'.repeat(255) }
  const many = { ...shown, variants: { ...shown.variants, variants: [{ ...variant, option_values }] } }
  expect(googleCell(shop, many, 'title')).toBe(`Pepper mill, ${'x'.repeat(44)}, M, ${'y'.repeat(44)}`)
})

test('without a template everything is missing the same, and a report names 100 rows by slug', () => {
  const run = new Run('feeds', 1, { count: 1 })
  const { shop, products } = randomShop(run)
  const { product_url_template: _, ...business } = shop.business
  const [first] = products.filter(({ variants }) => !variants)
  if (!first) throw new Error('this seed has no product without options')
  const many = Array.from(
    { length: 150 },
    (_, n): ShownProduct => ({
      product: { ...first.product, slug: `p-${String((n * 7) % 150).padStart(3, '0')}`, id: `${n}` },
    }),
  )
  const report = reportOf('sitemap.xml', { ...shop, business } as Shop, many)
  expect(report).toMatchObject({
    products: 150,
    rows: 0,
    left_out: 150,
    missing: { product_url_template: 150 },
  })
  expect(report.data.map(({ product_id }) => (Number(product_id) * 7) % 150)).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  )
})
