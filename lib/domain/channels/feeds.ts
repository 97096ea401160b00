/** The feeds of a shop: how each says what is sold, and what it must know of it. */
import { type Availability, type Goods, goodsOf, type Shop, type ShownProduct } from './goods.ts'
import { element } from './xml.ts'

/**
 * A member that a row must or should have: one of several, with `|` between them. `images` is one picture at least, and
 * `price` one above 0.
 */
type Need = string

/** A feed as a text: its beginning, a row for each thing that is sold, and its end. */
export interface Feed {
  /** The media type. */
  type: string
  /** A row without one of these is left out. */
  required: readonly Need[]
  /** The channel shows a row without one of these less often. */
  recommended: readonly Need[]
  /** True if a product has one row, whatever its variants are. */
  isOfProducts?: boolean
  start: (shop: Shop) => string
  row: (goods: Goods, shop: Shop) => string
  end: string
}

/** Google's columns: https://support.google.com/merchants/answer/7052112. */
const COLUMNS: Record<string, (goods: Goods) => string | readonly string[] | undefined> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  link: ({ link }) => link,
  image_link: ({ images }) => images[0],
  additional_image_link: ({ images }) => images.slice(1, 11),
  price: ({ price }) => price,
  sale_price: ({ sale_price }) => sale_price,
  condition: ({ condition }) => condition,
  brand: ({ brand }) => brand,
  gtin: ({ gtin }) => gtin,
  mpn: ({ mpn }) => mpn,
  item_group_id: ({ item_group_id }) => item_group_id,
  color: ({ color }) => color,
  size: ({ size }) => size,
  material: ({ material }) => material,
  pattern: ({ pattern }) => pattern,
  shipping_weight: ({ weight_grams }) => (weight_grams === undefined ? undefined : `${weight_grams} g`),
  product_type: ({ product_type }) => product_type,
}

/** RSS 2.0 with Google's columns; channels differ in how they say that something is available. */
const rss = (availability: Readonly<Record<Availability, string>>) => ({
  type: 'application/xml; charset=utf-8',
  start: ({ business }: Shop) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
      element('title', business.name),
      element('link', originOf(business)),
      element('description', business.description || business.name),
      '',
    ].join('\n'),
  row: (goods: Goods) => {
    const columns = Object.entries(COLUMNS).flatMap(([name, cellsOf]) =>
      [cellsOf(goods) ?? []].flat().map((value) => element(`g:${name}`, value)),
    )
    columns.push(element('g:availability', availability[goods.availability]))
    return `<item>${columns.join('')}</item>\n`
  },
  end: '</channel></rss>\n',
})

/** The beginning of the shop's addresses. */
const originOf = ({ product_url_template: template = '' }: Shop['business']) =>
  template && new URL('/', template.replace(/[{}]/g, '')).href

const ALWAYS = ['product_url_template', 'images', 'price'] as const

export const FEEDS = {
  'google.xml': {
    // Its `backorder` needs a date from which on the thing can be sent.
    ...rss({ in_stock: 'in_stock', backorder: 'out_of_stock', out_of_stock: 'out_of_stock' }),
    required: ALWAYS,
    recommended: ['brand', 'gtin|mpn'],
  },
  // Of the three Meta needs one: https://developers.facebook.com/docs/commerce-platform/catalog/fields
  'meta.xml': {
    ...rss({ in_stock: 'in stock', backorder: 'available for order', out_of_stock: 'out of stock' }),
    required: [...ALWAYS, 'brand|gtin|mpn'],
    recommended: ['gtin'],
  },
  'openai.jsonl': {
    type: 'application/jsonl; charset=utf-8',
    required: [...ALWAYS, 'brand', 'country'],
    recommended: ['gtin|mpn'],
    start: () => '',
    row: openAiRow,
    end: '',
  },
  'sitemap.xml': {
    type: 'application/xml; charset=utf-8',
    required: ['product_url_template'],
    recommended: [],
    isOfProducts: true,
    start: () =>
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    row: ({ page = '', updated_at }: Goods) =>
      `<url>${element('loc', page)}${element('lastmod', updated_at)}</url>\n`,
    end: '</urlset>\n',
  },
} as const satisfies Record<string, Feed>

export type FeedName = keyof typeof FEEDS

/** OpenAI's columns for a row of each variant: https://developers.openai.com/commerce/specs/file-upload/products. */
function openAiRow(goods: Goods, { business }: Shop): string {
  const { id, title, description, link, images, price, sale_price, condition } = goods
  const { brand, gtin, mpn, weight_grams, item_group_id, option_values, product_type } = goods
  const { color, size, material } = goods
  const row = {
    item_id: id,
    title,
    description,
    url: link,
    brand,
    seller_name: business.name,
    seller_url: originOf(business),
    image_url: images[0],
    ...(images.length > 1 && { additional_image_urls: images.slice(1, 11) }),
    availability: goods.availability,
    price,
    sale_price,
    condition,
    gtin,
    mpn,
    ...(weight_grams && { weight: weight_grams, item_weight_unit: 'g' }),
    ...(item_group_id && {
      group_id: item_group_id,
      listing_has_variations: true,
      variant_dict: option_values,
    }),
    color,
    size,
    material,
    product_category: product_type,
    target_countries: [business.country],
    store_country: business.country,
    is_eligible_search: true,
    is_eligible_checkout: false,
  }
  // Some readers end a line there.
  const text = JSON.stringify(row).replace(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${text}\n`
}

/** The rows of a product in a feed, with those that are left out because something is missing. */
export const rowsOf = ({ isOfProducts }: Feed, shop: Shop, shown: ShownProduct): Goods[] =>
  goodsOf(shop, isOfProducts ? { product: shown.product } : shown)

/** A feed is no longer, in UTF-16 units: its function has the memory for it. */
export const LONGEST_FEED = 40_000_000

/** A feed of all products of a shop, and how many rows it has; undefined if it would be longer than `LONGEST_FEED`. */
export function renderFeed(
  feed: Feed,
  shop: Shop,
  products: Iterable<ShownProduct>,
): { text: string; rows: number } | undefined {
  const parts = [feed.start(shop)]
  let length = 0
  for (const product of products)
    for (const goods of rowsOf(feed, shop, product))
      if (missingIn(feed.required, goods, shop).length === 0) {
        const row = feed.row(goods, shop)
        length += row.length
        if (length > LONGEST_FEED) return undefined
        parts.push(row)
      }
  return { text: `${parts.join('')}${feed.end}`, rows: parts.length - 1 }
}

/** The needs that a row does not meet. */
export function missingIn(needs: readonly Need[], goods: Goods, { business }: Shop): Need[] {
  const has = {
    product_url_template: goods.page !== undefined,
    images: goods.images.length > 0,
    price: !goods.is_free,
    country: business.country !== null,
    brand: goods.brand !== undefined,
    gtin: goods.gtin !== undefined,
    mpn: goods.mpn !== undefined,
  }
  return needs.filter((need) => !need.split('|').some((one) => has[one as keyof typeof has]))
}
