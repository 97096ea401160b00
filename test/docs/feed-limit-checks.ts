import * as v from 'valibot'
import { FEED_BOUNDS, MOST_ROWS } from '../../lib/data/storefront/shop-window.ts'
import { newBusiness } from '../../lib/domain/business.ts'
import { isTooLong } from '../../lib/domain/channels/attributes.ts'
import { LONGEST_FEED } from '../../lib/domain/channels/feeds.ts'
import { goodsOf } from '../../lib/domain/channels/goods.ts'
import { MOST_NAMED } from '../../lib/domain/channels/report.ts'
import { newProduct } from '../../lib/domain/products/product.ts'
import { newVariantSet } from '../../lib/domain/products/variant.ts'
import { MOST_GZIP_BYTES, MOST_RESPONSE_BYTES } from '../../lib/http/answer/file-answer.ts'
import { KEPT_MS, REFUSED_MS } from '../../lib/http/feeds/kept-files.ts'
import { randomShop } from '../domain/channels/random-shop.ts'
import { Run } from '../prove/run.ts'
import { type Check, is, long, takes } from './limit-check.ts'

const isProduct = (fields: object) => v.is(newProduct, { name: 'A', price: 0, category_id: 'a', ...fields })
const isVariant = (fields: object) => v.is(newVariantSet, { variants: [{ price: 0, ...fields }] })

/** The rows of docs/limits.md about fields of trade and product feeds, by their first column. */
export const FEED_CHECKS: Record<string, Check> = {
  '`brand`, `mpn`': takes(
    (n) => isProduct({ brand: long(n) }) && isProduct({ mpn: long(n) }) && isVariant({ mpn: long(n) }),
  ),
  '`weight_grams`': takes((n) => isProduct({ weight_grams: n }) && isVariant({ weight_grams: n })),
  '`product_url_template` of a business': takes((n) => {
    const start = 'https://shop.example/{slug}/'
    const product_url_template = start + long(n - start.length)
    return v.is(newBusiness, { slug: 'a', name: 'A', currency: 'EUR', product_url_template })
  }),
  'active products of a shop with product feeds': is(() => FEED_BOUNDS.products),
  'rows of a product feed': is(() => MOST_ROWS),
  'bytes of the table that are read for a product feed': is(() => FEED_BOUNDS.bytes),
  'characters of a product feed': is(() => LONGEST_FEED),
  'a product feed compressed': is(() => MOST_GZIP_BYTES),
  'a product feed without compression, as a string of JSON': is(() => MOST_RESPONSE_BYTES),
  'title of a row': is(() => {
    const { shop } = randomShop(new Run('limits', 1, { count: 1 }))
    const product = { ...aProduct(), name: long(200) }
    return goodsOf(shop, { product })[0]?.title.length
  }),
  'colour, size or pattern of a row': takes((n) =>
    (['color', 'size', 'pattern'] as const).every((attribute) => !isTooLong(attribute, long(n))),
  ),
  'material of a row': takes((n) => !isTooLong('material', long(n))),
  'rows that a report names': is(() => MOST_NAMED),
  'until an instance makes a product feed again': is(() => KEPT_MS / 1000),
  'until an instance tries again to make one that was refused': is(() => REFUSED_MS / 1000),
}

/** A product of a random shop. */
function aProduct() {
  const run = new Run('limits', 1, { count: 1 })
  for (;;) {
    const [shown] = randomShop(run).products
    if (shown) return shown.product
  }
}
