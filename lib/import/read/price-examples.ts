import { isJsonObject } from '../../domain/body/json-object.ts'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { decimalText } from '../catalogue-files/decimal.ts'
import { unforeseenFault } from '../unforeseen-fault.ts'

/** The number of products that are shown with their prices. */
export const EXAMPLES = 3

type Fields = Readonly<Record<string, unknown>>

/** An amount in the minor unit as a person reads it: `80.00 USD`, `80 JPY`. */
export const shownPrice = (amount: bigint, currency: string) =>
  `${decimalText(amount, decimalsOf(currency))} ${currency}`

/**
 * The first products of an import that have a price, each in one line as a person reads it. One that meets an error nobody foresaw
 * is not an example.
 */
export function productExamples(
  products: Iterable<{ number: number; fields: Fields }>,
  currency: string,
): string[] {
  const shown: string[] = []
  for (const { number, fields } of products) {
    try {
      const prices = pricesIn(fields)
      if (prices.length > 0) shown.push(exampleOf(fields, prices, currency))
    } catch (error) {
      unforeseenFault(error, { row: number })
    }
    if (shown.length === EXAMPLES) break
  }
  return shown
}

/** `for example: "Shirt" costs 12.00 to 14.00 EUR; Size: S, M; 7 in stock`. */
function exampleOf(fields: Fields, prices: readonly number[], currency: string): string {
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const price = (amount: number) => shownPrice(BigInt(amount), currency)
  const options = objectsIn(fields.options).map(
    ({ name, values }) => `${name}: ${Array.isArray(values) ? values.join(', ') : ''}`,
  )
  const earlier = [...new Set(soldIn(fields).map(({ compare_at_price }) => compare_at_price))]
  const quantities = soldIn(fields).flatMap(({ quantity }) =>
    typeof quantity === 'number' ? [quantity] : [],
  )
  return [
    `for example: ${quoted(String(fields.name ?? fields.external_id ?? fields.sku ?? fields.slug ?? ''))} costs ${lowest === highest ? '' : `${price(lowest).split(' ')[0]} to `}${price(highest)}`,
    ...(lowest === highest && earlier.length === 1 && typeof earlier[0] === 'number'
      ? [`before ${price(earlier[0])}`]
      : []),
    ...options,
    ...(quantities.length > 0 ? [`${quantities.reduce((sum, one) => sum + one, 0)} in stock`] : []),
  ].join('; ')
}

/** The variants of a product, or the product itself without options. */
const soldIn = (fields: Fields): readonly Fields[] =>
  Array.isArray(fields.variants) ? objectsIn(fields.variants) : [fields]

const objectsIn = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((one: unknown) => isJsonObject(one)) : []

const pricesIn = (fields: Fields): number[] =>
  soldIn(fields).flatMap(({ price }) => (Number.isSafeInteger(price) ? [Number(price)] : []))
