import type { Shop, ShownProduct } from '../../../lib/domain/channels/goods.ts'
import type { Run } from '../../prove/run.ts'

/** Texts that have broken feeds: markup, the end of a script or of CDATA, other scripts, and what XML does not allow. */
const TEXTS = [
  'Tea',
  'Tea & "cups" <b>x</b>',
  "</script>…]]>&'\ufffe\uffff\u007f",
  'Grüner Tee\n\tzweite Zeile',
  '緑茶 👩‍👩‍👧 \u202eabc',
  '\u2028=1+1\u2029',
  'x'.repeat(160),
  '😀'.repeat(200),
]
const OPTIONS = {
  Size: ['S', 'M & L'],
  Farbe: ['rot', 'blau'],
  Couleur: ['vert'],
  Width: ['1"', '2"'],
  Matière: ['lin'],
}
const TEMPLATES = [
  'https://shop.example/p/{slug}',
  'https://shop.example/{slug}?lang=de&v={variant_id}',
  'https://käse.example/?p={id}&v={variant_id}&x=<y>',
]
const CURRENCIES = ['EUR', 'JPY', 'KWD', 'CLF']

/** A shop with a few products of every kind. */
export function randomShop(run: Run): { shop: Shop; products: ShownProduct[] } {
  const currency = run.oneOf(CURRENCIES)
  const business = {
    id: '7b1c9c1e-2f6d-4f6e-9a55-0d8f0f6f1c11',
    slug: 'shop',
    name: run.oneOf(TEXTS),
    description: run.oneOf(['', ...TEXTS]),
    logo_url: null,
    currency,
    locale: 'en',
    timezone: 'UTC',
    country: run.oneOf(['DE', null]),
    contact: { email: null, phone: null, website: null, address: null },
    social_links: [],
    product_url_template: run.oneOf(TEMPLATES),
  }
  const categories = new Map([
    ['tea', { name: 'Tea', parent_id: null }],
    ['green', { name: 'Green & white', parent_id: 'tea' }],
    // Read while both were moved.
    ['round', { name: 'Round', parent_id: 'about' }],
    ['about', { name: 'About', parent_id: 'round' }],
  ])
  const products = Array.from({ length: run.below(5) }, (_, n) => randomProduct(run, n, currency))
  return { shop: { business, categories }, products }
}

const maybe = <T>(run: Run, name: string, value: T) => (run.below(2) === 0 ? { [name]: value } : {})

const randomTrade = (run: Run) => ({
  ...maybe(run, 'gtin', run.oneOf(['4006381333931', '96385074'])),
  ...maybe(run, 'mpn', run.oneOf(TEXTS.slice(0, 3))),
  ...maybe(run, 'weight_grams', 1 + run.below(5_000)),
})

function randomProduct(run: Run, n: number, currency: string): ShownProduct {
  const id = `01a1f85c-9786-79fb-a3c4-bd6300fca7${10 + n}`
  const names = Object.keys(OPTIONS).filter(() => run.below(3) === 0) as (keyof typeof OPTIONS)[]
  const images = Array.from({ length: run.below(4) }, (_, k) => ({
    url: `https://images.example/${k}.jpg?a=1&b=2`,
    alt: '',
  }))
  const prices = () => {
    const price = run.oneOf([0, run.below(20_000)])
    return { price, compare_at_price: run.oneOf([null, price, price + 50]) }
  }
  const isVaried = names.length > 0
  const product = {
    id,
    name: run.oneOf(TEXTS),
    description: run.oneOf(['', ' \n', ...TEXTS]),
    ...prices(),
    is_available: run.below(2) === 0,
    category_id: run.oneOf(['tea', 'green', 'round', 'nowhere']),
    additional_category_ids: [],
    currency,
    slug: `product-${n}`,
    images,
    tags: [],
    position: 0,
    ...maybe(run, 'brand', run.oneOf(TEXTS.slice(0, 3))),
    ...maybe(run, 'condition', run.oneOf(['new', 'used', 'refurbished'] as const)),
    ...(isVaried ? {} : randomTrade(run)),
    created_at: '2026-11-20T09:49:40.102Z',
    updated_at: '2026-11-20T10:12:05.377Z',
    price_range: null,
    variant_count: 1,
  }
  const backordered = (numbers: number[]) => numbers.filter(() => run.below(3) === 0).join(' ')
  if (!isVaried) return { product, onBackorder: backordered([0]) }
  const variants = Array.from({ length: run.below(5) }, (_, k) => ({
    id: `${id}-${k + 1}`,
    option_values: Object.fromEntries(names.map((name) => [name, run.oneOf(OPTIONS[name])])),
    ...prices(),
    image: run.oneOf([null, { url: 'https://images.example/own.jpg', alt: '' }, images[0] ?? null]),
    position: k,
    ...randomTrade(run),
    is_available: run.below(2) === 0,
  }))
  const options = names.map((name) => ({ name, values: OPTIONS[name] }))
  const onBackorder = backordered(variants.map((_, k) => k + 1))
  return { product, variants: { id, options, variants }, onBackorder }
}
