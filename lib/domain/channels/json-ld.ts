/** Structured data for a product's page: https://developers.google.com/search/docs/appearance/structured-data/product. */
import { attributeOf } from './attributes.ts'
import { type Availability, type Goods, goodsOf, pageOf, type Shop, type ShownProduct } from './goods.ts'

const SCHEMA = 'https://schema.org/'

const CONDITIONS: Readonly<Record<string, string>> = {
  new: 'NewCondition',
  refurbished: 'RefurbishedCondition',
  used: 'UsedCondition',
}

const AVAILABILITIES: Readonly<Record<Availability, string>> = {
  in_stock: 'InStock',
  backorder: 'BackOrder',
  out_of_stock: 'OutOfStock',
}

/** The options for which schema.org has a property by the same name. */
const PROPERTIES = ['color', 'size', 'material', 'pattern'] as const

/** JSON-LD of a product, which a page can paste into `<script type="application/ld+json">` as it is. */
export const jsonLdOf = (shop: Pick<Shop, 'business'>, shown: ShownProduct): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    ...thingOf({ ...shop, categories: new Map() }, shown),
  }).replaceAll('<', '\\u003c')

function thingOf(shop: Shop, shown: ShownProduct): object {
  const { product, variants } = shown
  const goods = goodsOf(shop, shown)
  const [only] = goods
  if (!variants) return only ? productOf(only) : {}
  const { id, name, description, images, brand } = product
  const varying = PROPERTIES.filter((name) => goods.some((one) => one[name]))
  return {
    '@type': 'ProductGroup',
    productGroupID: id,
    name,
    description: description.trim() || name,
    url: pageOf(shop, product),
    ...(images.length > 0 && { image: images.map(({ url }) => url) }),
    brand: brandOf(brand),
    ...(varying.length > 0 && { variesBy: varying.map((name) => SCHEMA + name) }),
    ...(goods.length > 0 && { hasVariant: goods.map((one) => variantOf(one)) }),
  }
}

function productOf(goods: Goods) {
  const { id, title, description, link, images, brand, gtin, mpn, weight_grams, option_values } = goods
  const { color, size, material, pattern } = goods
  const others = Object.entries(option_values).filter(([option, value]) => {
    const attribute = attributeOf(option)
    return attribute === undefined || goods[attribute] !== value
  })
  return {
    '@type': 'Product',
    productID: id,
    name: title,
    description,
    url: link,
    ...(images.length > 0 && { image: images }),
    brand: brandOf(brand),
    gtin,
    mpn,
    ...(weight_grams && {
      weight: { '@type': 'QuantitativeValue', value: weight_grams, unitCode: 'GRM' },
    }),
    color,
    size,
    material,
    pattern,
    ...(others.length > 0 && {
      additionalProperty: others.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })),
    }),
    offers: offerOf(goods),
  }
}

/** A variant has the description and the further pictures of its group, which 100 variants would repeat. */
function variantOf(goods: Goods): object {
  const { description: _, ...variant } = productOf({ ...goods, images: goods.images.slice(0, 1) })
  return variant
}

const offerOf = ({ link, amount, currency, availability, condition }: Goods) => ({
  '@type': 'Offer',
  url: link,
  price: amount,
  priceCurrency: currency,
  availability: `${SCHEMA}${AVAILABILITIES[availability]}`,
  itemCondition: `${SCHEMA}${CONDITIONS[condition] ?? 'NewCondition'}`,
})

const brandOf = (name: string | undefined) => name && { '@type': 'Brand', name }
