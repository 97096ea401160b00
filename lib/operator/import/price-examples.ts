import { decimalsOf } from '../../domain/currency-decimals.ts'
import { quoted } from '../../domain/quoted.ts'
import { isObject } from './field-readers.ts'

/** So many products are shown with their prices. */
export const EXAMPLES = 3

/** An amount in the minor unit as a person reads it: `80.00 USD`, `80 JPY`. */
export function shownPrice(amount: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${sign}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)} ${currency}`
}

/** The first products of an import that have a price, as a person reads them; undefined if there is none. */
export function pricedExamples(
  rows: readonly { fields: Readonly<Record<string, unknown>> }[],
  currency: string,
): string | undefined {
  const shown: string[] = []
  for (const { fields } of rows) {
    const price = priceIn(fields)
    if (price === undefined) continue
    shown.push(`${quoted(String(fields.name ?? ''))} costs ${shownPrice(BigInt(price), currency)}`)
    if (shown.length === EXAMPLES) break
  }
  return shown.length > 0 ? `for example: ${shown.join('; ')}` : undefined
}

/** The price of a product, or of its first variant. */
function priceIn({ price, variants }: Readonly<Record<string, unknown>>): number | undefined {
  const [first]: unknown[] = Array.isArray(variants) ? variants : []
  const said = price ?? (isObject(first) ? first.price : undefined)
  return Number.isSafeInteger(said) ? Number(said) : undefined
}
