import type { Command } from 'commander'
import { inColumns } from '../../command-line/columns.ts'
import { shownWhole } from '../../command-line/failure.ts'
import { listenForInterruption } from '../../command-line/interruption.ts'
import { isOf } from '../../data/table/item-pages.ts'
import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import type { Business } from '../../domain/business.ts'
import { FEEDS, type FeedName } from '../../domain/channels/feeds.ts'
import type { Shop, ShownProduct } from '../../domain/channels/goods.ts'
import { type FeedReport, reportOf } from '../../domain/channels/report.ts'
import { hasOptions, isPublic } from '../../domain/products/product.ts'
import { publicBusiness, publicProduct, publicVariants } from '../../domain/public-view.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { stockedProductsOf } from '../export/stocked-products.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'

interface FeedsOptions extends CommonOptions {
  business: string
}

const NOTES = `
Prints for each product feed its address behind that of the API, how many rows it has, how many it leaves out, and which
fields are missing in those. Of fields with | between them one is enough. product_url_template is a field of the business:
PATCH /admin/business sets it, and without it there are no feeds. GET /admin/feeds/<feed> names the products.

Reading costs half a read unit for each 4 KB of products, and as much for their variants and stock.

Exit code: 0, 3 if products could not be read, 1 if it failed, 130 after Ctrl-C.

Examples:
  npm run operator -- feeds --business acme
  npm run -s operator -- feeds --business acme --json | jq '.[] | select(.feed == "meta.xml").missing'`

/** `feeds`. `finish` gets the exit code. */
export function addFeedsCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('feeds')
    .description('show the product feeds of a business, and what is missing in them')
    .requiredOption('--business <slug or id>', 'the business')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (options: FeedsOptions) => {
    await openTarget(options)
    const business = await shopOf(options.business)
    const interruption = listenForInterruption()
    try {
      const { shop, products, unreadable } = await readShopOf(business, interruption.signal)
      for (const { pk, sk } of unreadable)
        console.error(`${shownWhole(pk)} ${shownWhole(sk)} cannot be read: run verify`)
      const reports = (Object.keys(FEEDS) as FeedName[]).map((name) => reportOf(name, shop, products))
      print(business, reports, options)
      if (unreadable.length > 0) finish(3)
    } catch (error) {
      // Half a shop would look like a whole one.
      if (!interruption.signal.aborted) throw error
      console.error('stopped before all products were read; nothing is printed')
    } finally {
      interruption.end()
    }
    const exitCode = interruption.exitCode()
    if (exitCode !== undefined) finish(exitCode)
  })
}

/** The active products of a business as everybody sees them, from the table itself. */
async function readShopOf(business: Business, signal: AbortSignal) {
  const categories = new Map<string, { name: string; parent_id: string | null }>()
  for await (const page of pagesOf(keys.categoryKey(business.id, ''), signal))
    for (const { sk, name, parent_id = null } of page.filter((item) => isOf('category', item)))
      categories.set(sk.slice(keys.CATEGORY_PREFIX.length), {
        name: String(name),
        parent_id: typeof parent_id === 'string' ? parent_id : null,
      })
  const shop: Shop = { business: publicBusiness(business), categories }
  const products: ShownProduct[] = []
  const unreadable: keys.Key[] = []
  for await (const page of stockedProductsOf(business.id, isPublic, signal))
    for (const read of page) {
      if ('key' in read) unreadable.push(read.key)
      else
        products.push({
          product: publicProduct(read.product),
          ...(hasOptions(read.product) && { variants: publicVariants(read.product.id, read.set) }),
        })
    }
  return { shop, products, unreadable }
}

const addressOf = (business: Business, feed: FeedName) => `/api/v1/feeds/${feed}?business=${business.slug}`

function print(business: Business, reports: readonly FeedReport[], { json }: CommonOptions): void {
  if (json) {
    console.log(
      JSON.stringify(
        reports.map(({ data: _, ...report }) => ({ ...report, url: addressOf(business, report.feed) })),
        null,
        2,
      ),
    )
    return
  }
  console.log(
    inColumns(
      ['FEED', 'ROWS', 'LEFT OUT', 'MISSING', 'ADDRESS'],
      reports.map(({ feed, rows, left_out, missing }) => [
        feed,
        String(rows),
        String(left_out),
        Object.entries(missing)
          .map(([name, count]) => `${name}: ${count}`)
          .join(', ') || '-',
        addressOf(business, feed),
      ]),
    ),
  )
}
