import { decimalsOf } from '../../domain/currency-decimals.ts'
import { amountParts, type DecimalMark, HAS_COMMA, HAS_POINT } from '../catalogue-files/amount.ts'
import { canMean } from '../catalogue-files/currency-mark.ts'
import type { FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { DIALECTS } from '../catalogue-files/dialects/find-dialect.ts'
import { type PricedFile, priceTexts } from './price-scale.ts'

/** `15.500`, `1.500.000`: amounts of a currency without decimals. */
const HAS_GROUPS = /\.(?!000)\d{3}$|\.\d{3}\.\d{3}$/

/**
 * The decimal mark of the prices of a file in a currency. Only amounts that can be in this currency say something of the
 * others. Undefined if none does, or if they contradict each other. Other systems write a point, unless a file shows a comma.
 */
export async function decimalMarkOf(
  { format, each, mapping }: PricedFile,
  currency: string,
): Promise<DecimalMark> {
  const decimals = decimalsOf(currency)
  const isComma = decimals === 0 ? HAS_GROUPS : HAS_COMMA
  let [hasComma, hasPoint] = [false, false]
  const look = (product: FileProduct) => {
    for (const { text } of priceTexts(product, mapping)) {
      const parts = amountParts(text)
      if (!parts || (parts.mark !== undefined && !canMean(parts.mark, currency))) continue
      if (isComma.test(parts.number)) hasComma = true
      else if (HAS_POINT.test(parts.number)) hasPoint = true
    }
  }
  for await (const _ of each(look));
  if (hasComma) return hasPoint ? undefined : ','
  // Amounts of a currency with three decimals have a point before three digits.
  return hasPoint || format in DIALECTS || decimals > 2 ? '.' : undefined
}
