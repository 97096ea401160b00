import { confirm } from '../../command-line/confirmation.ts'
import { Failure } from '../../command-line/failure.ts'
import { forShell } from '../../command-line/for-shell.ts'
import { lookingFirst } from '../../command-line/lost-answer.ts'
import { AdjustmentRefused, adjustStock } from '../../data/inventory/adjust.ts'
import { readStock } from '../../data/inventory/stock-item.ts'
import { findVariantBySku, findWholeProduct } from '../../data/products/product-reads.ts'
import { FEED_DELAY_MS } from '../../data/table/calls/times.ts'
import type { Business } from '../../domain/business.ts'
import { MAX_QUANTITY } from '../../domain/products/product.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { isPlainText } from '../../domain/text/text.ts'
import type { CommonOptions } from '../common-options.ts'
import { lastingShopOf } from '../shop.ts'
import { isLocal, openTargetToWrite } from '../target.ts'

export interface AdjustOptions extends CommonOptions {
  business: string
  by?: number
  to?: number
  expected?: number
  reason: string
  reference?: string
  yes?: true
}

/** A variant, and the product that it is of. */
interface Named {
  productId: string
  variantId: string
}

/** The variant of an id or a SKU. Throws a `Failure` if the business has none. */
export async function variantNamed(businessId: string, name: string): Promise<Named> {
  const productId = name.slice(0, 36).toLowerCase()
  const whole = isUuid(productId) ? await findWholeProduct(businessId, productId) : undefined
  const byId = whole?.set.variants.find(({ id }) => id === name.toLowerCase())
  if (byId) return { productId, variantId: byId.id }
  const found = await findVariantBySku(businessId, name)
  if (!found) throw new Failure(`the business has no variant ${quoted(name)}`)
  return { productId: found.product.id, variantId: found.variant.id }
}

/** Changes a quantity, and prints what there is then. Throws a `Failure` that says why it cannot be changed. */
export async function adjustFrom(name: string, options: AdjustOptions): Promise<void> {
  const { by: delta, to: quantity, expected, reason, reference = null } = options
  if (delta === undefined && quantity === undefined) throw new Failure('give --by or --to')
  if (delta === 0) throw new Failure('--by 0 changes nothing')
  if (reference !== null && !(isPlainText(reference) && [...reference].length <= 255))
    throw new Failure('--reference must have at most 255 characters, without control characters')
  await openTargetToWrite(options)
  const business = await lastingShopOf(options.business)
  const { productId, variantId } = await variantNamed(business.id, name)
  if (!options.yes && !isLocal()) await confirm(`Adjust the stock of ${quoted(name)} of ${business.slug}?`)
  const change = { index: 0, variantId, delta, quantity, expected }
  const adjusted = async () => {
    await adjustStock(business.id, { reason, reference, changes: [change] }).catch(explained(name))
    return (await readStock(business.id, productId)).get(variantId)
  }
  const first = lookAt(name, business, options)
  const level = await (first === undefined ? adjusted() : lookingFirst(first, adjusted))
  const line = `${quoted(name)}: there are ${level?.quantity ?? 0}`
  if (!options.json) console.log(line)
  else {
    console.error(line)
    console.log(JSON.stringify({ variant_id: variantId, product_id: productId, ...level }, null, 2))
  }
}

/** A sentence about a look at the stock before an adjustment is repeated; undefined if it can be repeated without one. */
function lookAt(name: string, { slug }: Business, { by, expected }: AdjustOptions): string | undefined {
  const stock = `the stock of ${quoted(name)} may be`
  if (by !== undefined)
    return `${stock} adjusted already: wait ${FEED_DELAY_MS / 1_000} s, and look at \`operator events --business ${slug} --type inventory.adjusted --newest\` before you adjust it again`
  if (expected !== undefined) return undefined
  return `${stock} set already, and setting it again brings back what was sold since: look at \`operator stock list --business ${slug} --sku ${forShell(name)}\` first`
}

/** Throws what a refused adjustment means for a person. */
const explained = (name: string) => (error: unknown) => {
  if (!(error instanceof AdjustmentRefused)) throw error
  const [fault] = error.faults
  const why = {
    insufficient_stock: `there are only ${fault?.quantity}`,
    stock_differs: `there are ${fault?.quantity}, not as many as expected`,
    out_of_range: `there are ${fault?.quantity}, and a quantity is from -${MAX_QUANTITY} to ${MAX_QUANTITY}`,
    not_tracked: 'its inventory is not tracked: set track_inventory first',
    unknown_variant: 'it does not exist any more',
    named_twice: 'it is named twice',
  }[fault?.code ?? 'not_tracked']
  throw new Failure(`the stock of ${quoted(name)} is not adjusted: ${why}`, { cause: error })
}
