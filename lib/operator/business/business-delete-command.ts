import type { Command } from 'commander'
import { pause } from '../../data/table/calls/pause.ts'
import type { Business } from '../../domain/business.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { plural } from '../../domain/text/plural.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { confirm } from '../command-line/confirmation.ts'
import { Failure, shownWhole } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { showRunningCount } from '../command-line/running-count.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { isLocal, openTargetToWrite } from '../target.ts'
import { SLUGS_HELD_MS } from '../upkeep/removal/names.ts'
import { BucketUnknown } from '../upkeep/removal/pictures.ts'
import { CALLS_END_MS, type Removal, type RemovalStage, removeBusiness } from '../upkeep/removal/removal.ts'
import { StillWritten } from '../upkeep/removal/rounds.ts'
import { sayScanCost } from '../upkeep/scan-cost.ts'
import { scanTable } from '../upkeep/table-scan.ts'
import { countProducts } from '../upkeep/verify/counts.ts'

interface DeleteOptions extends CommonOptions {
  confirm?: string
  sweep?: true
  yes?: true
}

/** The fields that the command needs; for a business that is gone each of them is its id. */
type Deletable = Pick<Business, 'id' | 'slug' | 'name'>

const NOTES = `
A deletion cannot be undone, except by a recovery of the table. The steps are:
  1. The status becomes deleting, its slug and former slugs stop working, no API key or webhook can be created, the
     tokens of its API keys are deleted, and its webhooks get nothing.
  2. The command waits ${CALLS_END_MS / 1000} s, until every earlier request and delivery has ended.
  3. Its pictures are deleted from the bucket. All other items are found by Queries and deleted. The Queries are repeated until they find nothing.
  4. The profile is deleted last. No item of another business is ever deleted.

The slugs are reserved for ${SLUGS_HELD_MS / 1000} s from the beginning, until no cache has data of the business under them. For each slug a
row with the end of this time, and no other data, can remain; the table deletes it within days.

You can stop the command with Ctrl-C. If it ends for any reason, the same command continues. Name the business by its id
then, because the slug no longer works; the id is printed at the beginning.

At a terminal it asks once more before it deletes from a deployed table, unless you add --yes; a script is not asked.

Stop imports into the business first. A deletion costs about one write unit for each item and index row.

--sweep then reads the whole table, and repeats this until it finds nothing, for items that no Query finds: items that
another program has written, and items of other businesses that name this one. It needs dynamodb:Scan and costs 262,000
read units for each GB each time. The cost is printed first, for which it needs dynamodb:DescribeTable. After a deletion
without --sweep, name the business by its id, and repeat the id after --confirm.

Exit code: 0 if everything is deleted, 1 if it failed or items of other businesses name this one, 130 after Ctrl-C.

Examples:
  npm run operator -- business delete acme --confirm acme
  npm run operator -- business delete acme --confirm acme --sweep
  npm run -s operator -- business delete 7b1c2f7e-3c1e-4b0e-9a51-0c9f6ae3a001 --confirm acme --json`

/** `business delete`. `finish` gets the exit code. */
export function addDeleteCommand(business: Command, finish: (exitCode: number) => void): void {
  const command = business
    .command('delete')
    .description('delete a business with all of its data; this cannot be undone')
    .argument('<slug or id>', 'its slug or its UUID')
    .option('--confirm <slug>', 'the current slug of the business; without it nothing is deleted')
    .option('--yes', 'do not ask at the terminal before a deployed business is deleted')
    .option('--sweep', 'also read the whole table, for items that no Query finds')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (idOrSlug: string, options: DeleteOptions) => {
    finish(await deleteFrom(idOrSlug, options))
  })
}

async function deleteFrom(idOrSlug: string, options: DeleteOptions): Promise<number> {
  const { confirm: confirmed, sweep = false, yes = false } = options
  await openTargetToWrite(options)
  const business = await deletable(idOrSlug, sweep)
  const { id, slug, name } = business
  if (confirmed !== slug) throw await refusal(business, confirmed)
  if (!yes && !isLocal()) await confirm(`Delete ${quoted(name)} (${slug}) permanently?`)
  const goesOn = `operator business delete ${id} --confirm ${slug}${sweep ? ' --sweep' : ''}`
  console.error(`deleting ${quoted(name)} (${slug}); if this stops, \`${goesOn}\` continues it`)
  const interruption = listenForInterruption()
  const removal = await remove(id, sweep, interruption.signal)
  interruption.end()
  print(business, removal, options)
  if (removal.fault instanceof BucketUnknown) throw bucketUnknown(removal.fault)
  if (removal.fault instanceof StillWritten) throw stillWritten(removal.fault, goesOn)
  if (!removal.is_complete) console.error(`stopped; \`${goesOn}\` continues from here`)
  if ('fault' in removal) throw removal.fault
  return interruption.exitCode() ?? (removal.left.length > 0 ? 1 : 0)
}

const bucketUnknown = (cause: BucketUnknown) =>
  new Failure(
    `${cause.message}: use --stack, or name the bucket of the stack in STOREFRONT_MEDIA_BUCKET, and run the command again`,
    { cause },
  )

/** The business of an id or a slug; for a sweep also one that is gone, by its id. Throws a `Failure` if there is none. */
async function deletable(idOrSlug: string, sweep: boolean): Promise<Deletable> {
  try {
    return await shopOf(idOrSlug)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const id = idOrSlug.toLowerCase()
    if (sweep && isUuid(id)) return { id, slug: id, name: id }
    throw new Failure(`${error.message}; to continue a deletion, use the business id that it printed`, {
      cause: error,
    })
  }
}

async function remove(id: string, sweep: boolean, signal: AbortSignal): Promise<Removal> {
  if (sweep) await sayScanCost({ isConsistent: true, howOften: HOW_OFTEN, signal })
  return removeBusiness(id, {
    signal,
    wait: pause,
    ...(sweep && { everything: (until) => scanTable(id, until, { consistent: true }) }),
    onStage: (stage) =>
      STAGES[stage] && console.error(STAGES[stage] + (sweep ? (SWEEPING[stage] ?? '') : '')),
    onDeleted: showRunningCount((deleted) => `${deleted} ${plural(deleted, 'item')} deleted`),
  })
}

const HOW_OFTEN = ', and again until it finds nothing, at most three times'

/** The stages that take time or have an effect outside. */
const STAGES: Partial<Record<RemovalStage, string>> = {
  status: `setting the status to deleting and deleting the tokens: no new request is accepted, no webhook gets events; the slugs are reserved for ${SLUGS_HELD_MS / 1000} s`,
  calls: `waiting ${CALLS_END_MS / 1000} s until every earlier request and delivery has ended`,
  contents: 'deleting its items',
  remains: 'looking for items that were written in the meantime',
}
const SWEEPING: Partial<Record<RemovalStage, string>> = {
  remains: ', then reading the whole table for items that no Query finds',
}

async function refusal({ id, slug, name }: Deletable, confirm: string | undefined): Promise<Failure> {
  const products = await countProducts(id)
  const what = `${quoted(name)} (${slug}, ${id}) permanently, with its ${products} ${plural(products, 'product')}, categories, API keys, webhooks, events and slugs`
  const wrong = confirm === undefined ? '' : `, not --confirm ${quoted(confirm)}`
  return new Failure(`nothing was deleted; to delete ${what}, add --confirm ${slug}${wrong}`)
}

const stillWritten = (fault: StillWritten, goesOn: string) =>
  new Failure(
    `another program keeps writing to the business: ${fault.message}; stop it (perhaps an import), then run \`${goesOn}\``,
    { cause: fault },
  )

function print({ id, slug }: Deletable, removal: Removal, { json, sweep }: DeleteOptions): void {
  const { deleted, left, is_complete } = removal
  for (const { pk, sk } of left)
    console.error(
      `${shownWhole(pk)} ${shownWhole(sk)}: names this business but is not one of its items, and is not deleted`,
    )
  if (json) console.log(JSON.stringify({ business_id: id, slug, is_complete, deleted, left }, null, 2))
  else if (is_complete)
    console.log(`${slug} (${id}) is deleted: ${deleted} ${plural(deleted, 'item')} deleted`)
  else console.log(`${deleted} ${plural(deleted, 'item')} deleted so far`)
  if (is_complete && !sweep) console.error(notSwept(id))
}

const notSwept = (id: string) =>
  `not checked: items that no Query finds, and items of other businesses that name this one; \`operator business delete ${id} --confirm ${id} --sweep\` reads the whole table for them`
