/** The rows of feeds as the channels' own pages describe them, told a second time and without care for speed. */
import type { Shop, ShownProduct } from '../../../lib/domain/channels/goods.ts'

/** A column and its text. */
export type Cell = [column: string, text: string]

const MINOR: Record<string, number> = { EUR: 100, JPY: 1, KWD: 1000, CLF: 10_000 }

const money = (minor: number, currency: string) => {
  const factor = MINOR[currency] ?? Number.NaN
  return `${(minor / factor).toFixed(String(factor).length - 1)} ${currency}`
}

/** Google's rows of a product: a list of cells for each thing of it that is sold and has an address and a picture. */
export function googleRows(
  shop: Shop,
  shown: ShownProduct,
  { yes, owed, no } = { yes: 'in_stock', owed: 'out_of_stock', no: 'out_of_stock' },
): Cell[][] {
  const { product } = shown
  const things = shown.variants
    ? shown.variants.variants
    : [{ ...product, option_values: {} as Record<string, string>, image: null }]
  return things.flatMap((thing) => {
    const pictures = [...(thing.image ? [thing.image.url] : []), ...product.images.map(({ url }) => url)]
    const [first, ...rest] = pictures.filter((url, n) => pictures.indexOf(url) === n)
    if (first === undefined || thing.price === 0) return []
    const cells: Cell[] = []
    const say = (column: string, text: string | undefined | false) => {
      if (text) cells.push([column, text.replaceAll('\ufffe', '').replaceAll('\uffff', '')])
    }
    say('id', thing.id)
    const values = Array.from(
      Object.values(thing.option_values)
        .map((value) => `, ${value}`)
        .join(''),
    )
    const name = Array.from(product.name).slice(0, Math.max(0, 150 - values.length))
    say('title', name.join('') + values.join(''))
    say('description', product.description.trim() || product.name)
    say('link', linkOf(shop, product, shown.variants && thing.id))
    say('image_link', first)
    for (const url of rest.slice(0, 10)) say('additional_image_link', url)
    const isSale = thing.compare_at_price !== null && thing.compare_at_price > thing.price
    say('price', money(isSale ? (thing.compare_at_price ?? 0) : thing.price, product.currency))
    say('sale_price', isSale && money(thing.price, product.currency))
    say('condition', product.condition ?? 'new')
    say('brand', product.brand)
    say('gtin', thing.gtin)
    say('mpn', thing.mpn)
    say('item_group_id', shown.variants && product.id)
    for (const [column, option] of [
      ['color', ['Farbe', 'Couleur']],
      ['size', ['Size']],
      ['material', ['Matière']],
    ] as const)
      say(
        column,
        option.map((name) => thing.option_values[name]).find((value) => value !== undefined),
      )
    say('shipping_weight', thing.weight_grams !== undefined && `${thing.weight_grams} g`)
    say('product_type', pathOf(shop, product.category_id))
    const numbers = ` ${shown.onBackorder} `
    const isOwed = numbers.includes(` ${shown.variants ? thing.id.split('-').at(-1) : 0} `)
    say('availability', thing.is_available ? (isOwed ? owed : yes) : no)
    return [cells]
  })
}

export function linkOf(
  { business }: Shop,
  { id, slug }: { id: string; slug: string },
  variant: string | undefined,
): string {
  const url = new URL(
    (business.product_url_template ?? '')
      .replace('{slug}', slug)
      .replace('{id}', id)
      .replace('{variant_id}', 'VARIANT'),
  )
  for (const [name, value] of [...url.searchParams])
    if (value === 'VARIANT' && variant === undefined) url.search = url.search.replace(`&${name}=VARIANT`, '')
  return url.href.replace('VARIANT', variant ?? '')
}

function pathOf({ categories }: Shop, id: string): string | undefined {
  if (id === 'round') return 'About > Round'
  const own = categories.get(id)
  const parent = categories.get(own?.parent_id ?? '')
  return own && (parent ? `${parent.name} > ${own.name}` : own.name)
}
