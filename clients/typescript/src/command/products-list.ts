import { type Command, Option } from 'commander'
import type { AdminProduct, ProductStatus } from '../resources.ts'
import { inColumns } from './columns.ts'
import { type CommonOptions, printJson, withCommonOptions } from './common-options.ts'
import { connect } from './connection.ts'
import { amount } from './money.ts'
import { wholeNumber } from './whole-number.ts'
import { COMMAND } from './words.ts'

interface ListOptions extends CommonOptions {
  status?: ProductStatus
  category?: string
  limit: number
  all?: true
}

/** The largest page of the API. */
const PAGE = 200
const MOST = 100_000

/** `products list`. */
export function addProductsCommands(program: Command): void {
  const products = program.command('products').description('look at products')
  const command = products
    .command('list')
    .description('list products, the oldest first')
    .addOption(
      new Option('--status <status>', 'only products of this status').choices([
        'draft',
        'active',
        'archived',
      ]),
    )
    .option('--category <id>', 'only products of this category')
    .option('--limit <count>', 'so many products at most', wholeNumber(MOST), 50)
    .addOption(new Option('--all', 'all of them').conflicts('limit'))
  const examples = [
    `${COMMAND} products list --status draft`,
    `${COMMAND} products list --category tea --limit 10`,
    `${COMMAND} products list --all --json > products.jsonl`,
  ]
  withCommonOptions(command, examples).action(listProducts)
}

async function listProducts({ status, category, limit, all, json }: ListOptions): Promise<void> {
  const { client } = await connect()
  const most = all ? Number.POSITIVE_INFINITY : limit
  const query = { limit: Math.min(most, PAGE), ...(status && { status }), ...(category && { category }) }
  const rows: string[][] = []
  let count = 0
  let hasMore = false
  for await (const product of client.each('/admin/products', query)) {
    // One more than is shown, to say that there is more.
    hasMore = count === most
    if (hasMore) break
    count++
    if (json) printJson(product)
    else rows.push(rowOf(product))
  }
  if (!json && count > 0) console.log(inColumns(HEADINGS, rows))
  if (count === 0) console.error('no products')
  if (hasMore) console.error('there are more: --limit and --all show them')
}

const HEADINGS = ['ID', 'STATUS', 'PRICE', 'CATEGORY', 'SKU', 'NAME']

const rowOf = ({ id, status, price, currency, category_id, sku, name }: AdminProduct): string[] => [
  id,
  status,
  amount(price, currency),
  category_id,
  sku ?? '-',
  name,
]
