import { InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { priceBy } from './price-by.ts'
import { MAX_PRICE } from './product.ts'
import type { Variant } from './variant.ts'
import { type WholeProduct, withVariants } from './variant-set.ts'

/**
 * A product with its price, or the price of every variant, changed by a percentage; the same one if no price changes. Its
 * compare_at_price stays. Throws `InvalidFields` if a price would be above it, or too large.
 */
export function reprice(whole: WholeProduct, percent: number): WholeProduct {
  const variants = whole.set.variants.map((one) => ({ ...one, price: priceBy(one.price, percent) }))
  const [fault] = variants.flatMap(faultOf)
  if (fault) throw new InvalidFields([fault])
  const isSame = variants.every(({ price }, n) => price === whole.set.variants[n]?.price)
  return isSame ? whole : withVariants(whole, variants)
}

function faultOf({ price, compare_at_price }: Variant): RuleBreak[] {
  const broken = (detail: string): RuleBreak[] => [{ path: ['percent'], code: 'invalid', detail }]
  if (price > MAX_PRICE) return broken(`must not lead to a price above ${MAX_PRICE}`)
  return compare_at_price !== null && price > compare_at_price
    ? broken(`leads to the price ${price}, which must not be above the compare_at_price ${compare_at_price}`)
    : []
}
