import { type Command, Option } from 'commander'
import { listRegistered } from '../../data/registry.ts'
import { plural } from '../../domain/text/plural.ts'
import { Failure, shownWhole } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { showPhases } from '../command-line/progress.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTargetToWrite } from '../target.ts'
import { type Reindexing, reindexBusiness } from './reindex/reindex.ts'
import { countProducts } from './verify/counts.ts'

interface ReindexCommandOptions extends CommonOptions {
  business?: string
  everyBusiness?: true
  all?: true
}

const NOTES = `
Renders the data of public reads again: cards, facets and index keys of products, variants, categories, the
profile and slugs. Also writes the SHOP items of the slug, the former slugs and the UUID, by which requests find the business. Only
items that are out of date are written; their versions and times stay, and no events are recorded. If another program
changes an item at the same time, its change is kept. If the business is not in the registry, it is registered.
Enabled webhooks are put into the list that the sweep reads, and disabled ones are removed. The mark of an import
under way is put where the sweep finds it. Guards of SKUs that
events contain and that their products do not have are deleted. Stock items get allow_backorder, low_stock_at and the
SKU of their variants. If is_available of a product or variant contradicts its stock, it is corrected: only this
makes a new version of the product and records an event. The count of pictures is corrected. Files of pictures that are older than a day and that no picture has
are deleted; with --table, name the bucket in STOREFRONT_MEDIA_BUCKET, or they are left alone.

You can stop the command with Ctrl-C and run it again at any time: items that are already correct are only read, so it
continues where it stopped. With --all it writes every item again.

Exit code: 0 if everything is correct now, 1 if the fields of an item are broken, an item could not be written or it failed, 130 after Ctrl-C.

Examples:
  npm run operator -- reindex --business acme
  npm run operator -- reindex --every-business --stack Storefront
  npm run operator -- reindex --business acme --all --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW`

/** `reindex`. `finish` gets the exit code. */
export function addReindexCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('reindex')
    .description('render cards, facets and index keys again')
    .option('--business <slug or id>', 'the business')
    .addOption(new Option('--every-business', 'all businesses, one after the other').conflicts('business'))
    .option('--all', 'also write items that are already correct')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (options: ReindexCommandOptions) => {
    finish(await reindex(options))
  })
}

/** Works on the chosen businesses, and returns the exit code. */
async function reindex(options: ReindexCommandOptions): Promise<number> {
  const { business, everyBusiness } = options
  if (business === undefined && !everyBusiness)
    throw new Failure('name a business with --business <slug or id>, or use --every-business')
  await openTargetToWrite(options)
  const interruption = listenForInterruption()
  const { signal } = interruption
  const results: object[] = []
  let worst = 0
  let last: Reindexing | undefined
  try {
    const shops = business === undefined ? await everyShop(signal) : [await shopOf(business)]
    for (const { id, slug } of shops) {
      if (signal.aborted || (last && 'fault' in last)) break
      if (everyBusiness) console.error(`${slug} (${id})`)
      last = await reindexOne(id, options, signal)
      const { is_complete, written, right, freed, removed_renditions, unreadable, failed } = last
      results.push({
        ...(everyBusiness && { business_id: id }),
        is_complete,
        written,
        right,
        freed,
        removed_renditions,
        unreadable,
        failed,
      })
      if (unreadable.length + failed.length > 0) worst = 1
    }
  } finally {
    interruption.end()
  }
  if (options.json) console.log(JSON.stringify(everyBusiness ? results : results[0], null, 2))
  if (last && 'fault' in last) throw last.fault
  return interruption.exitCode() ?? worst
}

/** The businesses of the registry by slug, without those that are being deleted. */
async function everyShop(signal: AbortSignal): Promise<{ id: string; slug: string }[]> {
  const { businesses } = await listRegistered({ signal })
  return businesses
    .filter(({ status }) => status !== 'deleting')
    .map(({ id, slug }) => ({ id: String(id), slug: String(slug) }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** Renders one business again, and says what came of it. */
async function reindexOne(
  id: string,
  options: ReindexCommandOptions,
  signal: AbortSignal,
): Promise<Reindexing> {
  const phases = showPhases()
  const progress = phases.begin('products', await countProducts(id))
  const result = await reindexBusiness(id, {
    all: options.all === true,
    signal,
    onProduct: () => progress.advance(),
  })
  phases.stop()
  print(result, options)
  return result
}

function print(
  { written, right, freed, removed_renditions, unreadable, failed, is_complete }: Reindexing,
  { json, all }: ReindexCommandOptions,
) {
  for (const { pk, sk } of unreadable)
    console.error(
      `${shownWhole(pk)} ${shownWhole(sk)}: not changed, because its fields are broken (verify shows the errors)`,
    )
  for (const { pk, sk, error } of failed)
    console.error(
      `${shownWhole(pk)} ${shownWhole(sk)}: not changed, or only partly, because of an error in this program: ${error}`,
    )
  if (!is_complete)
    console.error(
      all
        ? 'stopped; run the command without --all to write only the items that are still wrong'
        : 'stopped; run the same command again to continue',
    )
  if (!json)
    console.log(
      [
        `${written} rendered again, ${right} already correct, ${unreadable.length} broken`,
        ...(failed.length > 0 ? [`${failed.length} could not be written`] : []),
        ...(freed > 0 ? [`${freed} ${plural(freed, 'held SKU')} freed`] : []),
        ...(removed_renditions > 0
          ? [`${removed_renditions} ${plural(removed_renditions, 'file')} of pictures deleted`]
          : []),
      ].join(', '),
    )
}
