import { expect } from 'vitest'
import { FEEDS, rowsOf } from '../../../lib/domain/channels/feeds.ts'
import { jsonLdOf } from '../../../lib/domain/channels/json-ld.ts'
import { Run } from '../../prove/run.ts'
import { randomShop } from './random-shop.ts'

interface Offer {
  price: string
  priceCurrency: string
  availability: string
  url: string
}
interface Thing {
  '@type': string
  productID?: string
  hasVariant?: Thing[]
  offers?: Offer
}

/** The products of so many shops by chance, with their structured data. */
export function* shownProducts(count: number) {
  const run = new Run('json-ld', 36, { count })
  for (let n = 0; n < count; n++) {
    const { shop, products } = randomShop(run)
    for (const shown of products) yield { shop, shown, text: jsonLdOf(shop, shown) }
  }
}

/** The things that are sold, of a product or of a group. */
const soldIn = (thing: Thing): Thing[] =>
  thing['@type'] === 'ProductGroup' ? (thing.hasVariant ?? []) : [thing]

const AVAILABILITIES = { in_stock: 'InStock', backorder: 'BackOrder', out_of_stock: 'OutOfStock' }

/** Each offer says what the row of the feed says. */
export function judgeOffers(count: number): void {
  for (const { shop, shown, text } of shownProducts(count)) {
    const sold = soldIn(JSON.parse(text))
    const rows = rowsOf(FEEDS['google.xml'], shop, shown)
    expect(
      sold.map(({ productID, offers }) => [productID, offers?.price, offers?.availability, offers?.url]),
    ).toEqual(
      rows.map(({ id, price, sale_price = price, availability, link }) => [
        id,
        sale_price.split(' ')[0],
        `https://schema.org/${AVAILABILITIES[availability]}`,
        link,
      ]),
    )
    expect(sold.every(({ offers }) => offers?.priceCurrency === shop.business.currency)).toBe(true)
  }
}

/** It can stand in a script element as it is. */
export function judgeScripts(count: number): void {
  for (const { text } of shownProducts(count)) expect(text).not.toContain('<')
  const texts = [...shownProducts(count)].map(({ text }) => text)
  expect(texts.some((text) => text.includes('\\u003c/script>'))).toBe(true)
}
