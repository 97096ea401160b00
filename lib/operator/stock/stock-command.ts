import { type Command, InvalidArgumentError, Option } from 'commander'
import { inColumns } from '../../command-line/columns.ts'
import { wholeNumber } from '../../command-line/whole-number.ts'
import { listStock, rowsOf, type StockRow } from '../../data/inventory/list.ts'
import { readStock } from '../../data/inventory/stock-item.ts'
import { MAX_QUANTITY } from '../../domain/products/product.ts'
import { REASONS } from '../../domain/stock/inventory.ts'
import { isLow } from '../../domain/stock/stock.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { type AdjustOptions, adjustFrom, variantNamed } from './adjust-stock.ts'

interface ListOptions extends CommonOptions {
  business: string
  sku?: string
  low?: true
  limit: number
}

const DEFAULT_LIMIT = 1_000
const MOST = 1_000_000
/** Pages are of this many variants. */
const PAGE = 200

const LIST_NOTES = `
Prints the variants whose inventory is tracked: quantity, the quantity from which on down the stock is low, the id of the
variant, and the SKU. * behind a quantity says that the stock is low. - means that there is none.

Examples:
  npm run operator -- stock list --business acme --low
  npm run -s operator -- stock list --business acme --json | jq -r '.[] | [.sku, .quantity] | @csv'`

const ADJUST_NOTES = `
Names the variant by its SKU or its id; that of a product without options is the id of the product. Give one of --by and
--to. With --expected the quantity is only changed if that is what there is. A quantity below zero is refused, unless the
variant allows backorders. Records one event, as POST /admin/inventory/adjust does.

Examples:
  npm run operator -- stock adjust KIT-MIL-PEP --by -1 --reason damaged --business acme
  npm run operator -- stock adjust KIT-MIL-PEP --to 12 --expected 11 --reason correction --business acme`

/** `stock` and its commands. */
export function addStockCommands(program: Command): void {
  const stock = program.command('stock').description('list and adjust the stock of tracked products')
  const list = stock
    .command('list')
    .description('list how much there is of each tracked variant')
    .requiredOption('--business <slug or id>', 'the business')
    .option('--sku <sku>', 'only the variant with this SKU')
    .option('--low', 'only variants whose stock is low')
    .addOption(
      new Option('--limit <number>', 'the most variants that are printed')
        .argParser(wholeNumber(MOST))
        .default(DEFAULT_LIMIT),
    )
    .addHelpText('after', LIST_NOTES)
  withCommonOptions(list).action(listFrom)
  const adjust = stock
    .command('adjust')
    .description('change how much there is of a variant')
    .argument('<sku or variant id>', 'the variant')
    .requiredOption('--business <slug or id>', 'the business')
    .addOption(new Option('--by <number>', 'by how many, such as -1').argParser(integer(-MAX_QUANTITY)))
    .addOption(new Option('--to <number>', 'to how many').argParser(integer(0)).conflicts('by'))
    .addOption(
      new Option('--expected <number>', 'only if there are so many').argParser(integer(-MAX_QUANTITY)),
    )
    .addOption(new Option('--reason <reason>', 'why').choices([...REASONS]).default('correction'))
    .option('--reference <text>', 'your own reference, for the event')
    .option('--yes', 'do not ask at the terminal before a deployed table is changed')
    .addHelpText('after', ADJUST_NOTES)
  withCommonOptions(adjust).action((name: string, options: AdjustOptions) => adjustFrom(name, options))
}

const integer = (least: number) => (text: string) => {
  const number = Number(text)
  if (/^[+-]?\d+$/.test(text) && number >= least && number <= MAX_QUANTITY) return number
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${MAX_QUANTITY}.`)
}

async function listFrom(options: ListOptions): Promise<void> {
  await openTarget(options)
  const { id, slug } = await shopOf(options.business)
  const { rows, isWhole } =
    options.sku === undefined ? await readRows(id, options) : await rowOf(id, options.sku)
  if (options.json)
    console.log(
      JSON.stringify(
        rows.map((row) => ({ ...row, is_low: isLow(row) })),
        null,
        2,
      ),
    )
  else if (rows.length === 0) console.log(`${slug} has no ${options.low ? 'low ' : ''}stock to show`)
  else
    console.log(
      inColumns(
        ['QUANTITY', 'LOW AT', 'VARIANT', 'ITS SKU'],
        rows.map((row) => [
          `${row.quantity}${isLow(row) ? '*' : ''}`,
          `${row.low_stock_at ?? '-'}`,
          row.variant_id,
          row.sku ?? '-',
        ]),
      ),
    )
  if (!isWhole) console.error(`there can be more variants: --limit was ${options.limit}`)
}

interface Rows {
  rows: StockRow[]
  /** False if there can be more. */
  isWhole: boolean
}

/** The one row of a SKU; none if its inventory is not tracked. */
async function rowOf(businessId: string, sku: string): Promise<Rows> {
  const { productId, variantId } = await variantNamed(businessId, sku)
  const rows = rowsOf(productId, await readStock(businessId, productId))
  return { rows: rows.filter((row) => row.variant_id === variantId), isWhole: true }
}

async function readRows(businessId: string, { low, limit }: ListOptions): Promise<Rows> {
  const rows: StockRow[] = []
  let after: string | null = null
  do {
    const request = { limit: Math.min(PAGE, limit - rows.length), ...(after !== null && { after }) }
    const page = await listStock(businessId, { onlyLow: low === true }, request)
    rows.push(...page.items)
    after = page.position
  } while (after !== null && rows.length < limit)
  return { rows, isWhole: after === null }
}
