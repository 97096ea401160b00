import type { HeldLine } from '../../domain/stock/hold.ts'
import type { NamedPieces } from '../../domain/stock/hold-plan.ts'
import type { Stock, StockLevel } from '../../domain/stock/stock.ts'
import { readStock } from '../inventory/stock-item.ts'
import { findIdBySku, findVariantBySku, findWholeProduct } from '../products/product-reads.ts'
import { Refusal } from '../table/commit.ts'
import { eachOf } from '../table/patient-reads.ts'

/** The stocks of some products. */
export async function stocksOf(
  businessId: string,
  productIds: Iterable<string>,
): Promise<Map<string, Stock>> {
  const stocks = new Map<string, Stock>()
  await eachOf([...new Set(productIds)], async (id) => {
    stocks.set(id, await readStock(businessId, id))
  })
  return stocks
}

/** Lines with the variants that they name, and the places of those that name none. */
interface FoundPieces {
  pieces: NamedPieces[]
  unknown: number[]
}

/** Finds the variants of lines. `stocks` are those of all their products, and of `others`. Throws as `piecesIn`. */
export async function findPieces(
  businessId: string,
  lines: readonly HeldLine[],
  others: readonly string[] = [],
): Promise<FoundPieces & { stocks: Map<string, Stock> }> {
  const products = new Map<HeldLine, string>()
  await eachOf(lines, async (line) => {
    const id = line.variant_id?.slice(0, 36) ?? (await findIdBySku(businessId, line.sku ?? ''))
    if (id !== undefined) products.set(line, id)
  })
  const stocks = await stocksOf(businessId, [...products.values(), ...others])
  return { ...(await piecesIn(businessId, lines, (line) => stocks.get(products.get(line) ?? ''))), stocks }
}

/**
 * Finds the variants of lines in the stock itself, as a sale does. Throws the `Refusal` `moved_on` where a variant is tracked
 * and its stock, which was read before, does not have it.
 */
export async function piecesIn<L extends HeldLine>(
  businessId: string,
  lines: readonly L[],
  stockOf: (line: L) => Stock | undefined,
): Promise<FoundPieces> {
  const found: FoundPieces = { pieces: [], unknown: [] }
  await eachOf([...lines.entries()], async ([index, line]) => {
    const stock = stockOf(line)
    const variant = (stock && inStock(stock, line)) ?? (await notTracked(businessId, line))
    if (variant) found.pieces.push({ index, quantity: line.quantity, ...variant })
    else found.unknown.push(index)
  })
  found.unknown.sort((a, b) => a - b)
  return found
}

type Named = Pick<HeldLine, 'variant_id' | 'sku'>
type NamedVariant = Pick<NamedPieces, 'variantId' | 'sku' | 'isTracked'>

function inStock(stock: Stock, named: Named): NamedVariant | undefined {
  const isNamed = ([id, level]: [string, StockLevel]) =>
    named.sku === undefined ? id === named.variant_id : level.sku === named.sku
  const [variantId, level] = [...stock].find(isNamed) ?? []
  return variantId !== undefined && level ? { variantId, sku: level.sku, isTracked: true } : undefined
}

async function notTracked(
  businessId: string,
  { variant_id = '', sku }: Named,
): Promise<NamedVariant | undefined> {
  const variant =
    sku === undefined
      ? (await findWholeProduct(businessId, variant_id.slice(0, 36)))?.set.variants.find(
          ({ id }) => id === variant_id,
        )
      : (await findVariantBySku(businessId, sku))?.variant
  if (variant?.track_inventory) throw new Refusal('moved_on')
  return variant && { variantId: variant.id, sku: variant.sku, isTracked: false }
}
