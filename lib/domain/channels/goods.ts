import { decimalsOf } from '../currency-decimals.ts'
import { productUrl } from '../product-url.ts'
import type { publicBusiness, publicCategory, publicProduct, publicVariants } from '../public-view.ts'
import { type Attributes, attributeOf, isTooLong } from './attributes.ts'
import { NOT_IN_XML } from './xml.ts'

/** A product as everybody sees it, and its enabled variants; without variants it is sold as it is. */
export interface ShownProduct {
  product: ReturnType<typeof publicProduct>
  variants?: ReturnType<typeof publicVariants> | undefined
  /** The numbers in the ids of the variants on backorder, with blanks between them; 0 is the product itself. */
  onBackorder?: string | undefined
}

/** `backorder`: it can be bought although none is left. */
export type Availability = 'in_stock' | 'backorder' | 'out_of_stock'

/** A shop as far as its goods need it. */
export interface Shop {
  business: ReturnType<typeof publicBusiness>
  categories: ReadonlyMap<string, Pick<ReturnType<typeof publicCategory>, 'name' | 'parent_id'>>
}

/**
 * One thing that is sold, as channels have it: a variant, or a product without options. Feeds, structured data and the
 * report of what is missing are made of it and of nothing else, so that they agree.
 */
export interface Goods extends Attributes {
  /** The id of the variant; Google allows 50 characters. */
  id: string
  product_id: string
  /** That of the product, if it has options. */
  item_group_id?: string | undefined
  /** The name and the values of the options. */
  title: string
  /** The name, if there is no description. */
  description: string
  /** The page of the product, and of the variant; undefined while the business has no template. */
  page?: string | undefined
  link?: string | undefined
  /** The picture of the variant first. */
  images: readonly string[]
  availability: Availability
  /** In the unit of the currency, with its code: `64.00 EUR`. Before a reduction, if there is one. */
  price: string
  /** Below `price`. */
  sale_price?: string | undefined
  /** The price that is paid, without the currency. */
  amount: string
  /** True if nothing is paid. */
  is_free: boolean
  currency: string
  condition: string
  brand?: string | undefined
  gtin?: string | undefined
  mpn?: string | undefined
  weight_grams?: number | undefined
  /** The names of the category and of those above it: `Tea > Green`. */
  product_type?: string | undefined
  option_values: Readonly<Record<string, string>>
  /** The attributes that are left out, because channels take no value as long as theirs. */
  too_long: readonly (keyof Attributes)[]
  updated_at: string
}

/** Google and OpenAI cut a longer title. */
export const LONGEST_TITLE = 150

/** The characters of a name that each title has, however long the values of the options are. */
const NAME_IN_TITLE = 60

/** The goods of an active product. None if it has options and no enabled variant. */
export function goodsOf(shop: Shop, { product, variants, onBackorder = '' }: ShownProduct): Goods[] {
  const backordered = new Set(onBackorder.split(' '))
  return (variants?.variants ?? [ownVariant(product)]).map((variant) => {
    const { id, name, currency, brand, condition = 'new' } = product
    const { price, compare_at_price, gtin, mpn, weight_grams, option_values } = variant
    const isReduced = compare_at_price !== null && compare_at_price > price
    return {
      id: variant.id,
      product_id: id,
      ...(variants && { item_group_id: id }),
      title: titleOf(name, Object.values(option_values)),
      description: product.description.trim() || name,
      page: pageOf(shop, product),
      link: variants ? pageOf(shop, product, variant.id) : pageOf(shop, product),
      images: imagesOf(product, variant.image),
      availability: availabilityOf(variant, backordered.has(variant.id.slice(id.length + 1) || '0')),
      price: moneyText(isReduced ? compare_at_price : price, currency),
      ...(isReduced && { sale_price: moneyText(price, currency) }),
      amount: amountText(price, currency),
      is_free: price === 0,
      currency,
      condition,
      brand: written(brand),
      gtin,
      mpn: written(mpn),
      weight_grams,
      product_type: categoryPath(shop, product.category_id),
      ...attributesOf(option_values),
      option_values,
      updated_at: product.updated_at,
    }
  })
}

const availabilityOf = ({ is_available }: { is_available: boolean }, isOnBackorder: boolean): Availability =>
  is_available ? (isOnBackorder ? 'backorder' : 'in_stock') : 'out_of_stock'

/** A product without options is its only variant. */
function ownVariant(product: ShownProduct['product']) {
  const { id, price, compare_at_price, is_available, gtin, mpn, weight_grams } = product
  return {
    id,
    option_values: {},
    price,
    compare_at_price,
    image: null,
    is_available,
    gtin,
    mpn,
    weight_grams,
  }
}

/** The page of a product, or of one of its variants; undefined while the business has no template. */
export function pageOf(
  { business: { product_url_template: template } }: Pick<Shop, 'business'>,
  product: ShownProduct['product'],
  variantId?: string,
): string | undefined {
  return template && productUrl(template, product, variantId)
}

const imagesOf = ({ images }: ShownProduct['product'], own: { url: string } | null): string[] => [
  // Channels take the characters of RFC 3986 alone.
  ...new Set([own ?? [], images].flat().map(({ url }) => new URL(url).href)),
]

/** The colour, size, material and pattern that options say, each of the first option that is called so. */
function attributesOf(values: Readonly<Record<string, string>>): Attributes & Pick<Goods, 'too_long'> {
  const said: Attributes = {}
  for (const [option, value] of Object.entries(values)) {
    const name = attributeOf(option)
    if (name) said[name] ??= value
  }
  const all = Object.entries(said) as [keyof Attributes, string][]
  const isFitting = ([name, value]: [keyof Attributes, string]) => !isTooLong(name, value)
  return {
    ...Object.fromEntries(all.filter(isFitting)),
    too_long: all.filter((one) => !isFitting(one)).map(([name]) => name),
  }
}

/** The names of a category and of those above it, from the top. Read while they change they can be a circle. */
function categoryPath({ categories }: Shop, id: string): string | undefined {
  const path = new Map<string, string>()
  for (let next: string | null = id; next !== null && !path.has(next); ) {
    const category = categories.get(next)
    if (!category) break
    path.set(next, category.name)
    next = category.parent_id
  }
  return [...path.values()].reverse().join(' > ') || undefined
}

const moneyText = (amount: number, currency: string) => `${amountText(amount, currency)} ${currency}`

/** `12.50`, from a whole number of the minor unit. */
function amountText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** The name and the values of the options; of a long name less, and of long values too, so that the rows of a product differ. */
function titleOf(name: string, values: readonly string[]): string {
  const room = LONGEST_TITLE - Math.min([...name].length, NAME_IN_TITLE)
  const share = Math.floor(room / values.length) - SEPARATOR.length
  const fits = [...values.join(SEPARATOR)].length + SEPARATOR.length <= room
  const end = values.map((value) => SEPARATOR + (fits ? value : cut(value, share))).join('')
  return cut(name, LONGEST_TITLE - [...end].length) + end
}

const SEPARATOR = ', '

/** A text without characters that XML does not have; undefined if nothing is left. */
const written = (text: string | undefined) => text?.replace(NOT_IN_XML, '') || undefined

/** The first characters of a text, in Unicode code points. */
const cut = (text: string, longest: number) =>
  text.length <= longest ? text : [...text].slice(0, longest).join('')
