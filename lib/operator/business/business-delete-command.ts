import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Business } from '../../domain/business.ts'
import { isUuid } from '../../domain/identifiers.ts'
import { plural } from '../../domain/plural.ts'
import { SLUGS_HELD_MS } from '../../upkeep/removal/names.ts'
import {
  CALLS_END_MS,
  type Removal,
  type RemovalStage,
  removeBusiness,
} from '../../upkeep/removal/removal.ts'
import { StillWritten } from '../../upkeep/removal/rounds.ts'
import { countProducts } from '../../upkeep/verify/counts.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { Failure, quoted, shownWhole } from '../failure.ts'
import { listenForInterruption } from '../interruption.ts'
import { showRunningCount } from '../running-count.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { sayScanCost } from '../upkeep/scan-cost.ts'
import { scanTable } from '../upkeep/table-scan.ts'

interface DeleteOptions extends CommonOptions {
  confirm?: string
  sweep?: true
}

/** What the command must know of a business; of one that is gone its id stands for all of it. */
type Deletable = Pick<Business, 'id' | 'slug' | 'name'>

const NOTES = `
There is no way back but the table's own recovery. In this order: the status becomes deleting, no API key can be made
any more, its slug and former slugs lead nowhere, and the tokens of its API keys are deleted; when the calls let in
before have ended (${CALLS_END_MS / 1000} s) everything else goes, found by Queries, which are made again until they find nothing. The
profile goes last. No item of another business is ever deleted.

Nobody can take its slugs for ${SLUGS_HELD_MS / 1000} s from the beginning, until no cache answers for it under them any more. Of a slug
whose time has not come at the end a row is left that says until when, and nothing of the business; the table deletes
it within days.

It can be stopped with Ctrl-C, or end in any other way: the same command goes on where it stopped. Its slug leads
nowhere by then, so name the business by its id, which is printed at the beginning.

Stop imports into the business before. It costs about a write unit for each item and index row.

--sweep then reads the whole table for what no Query leads to, and again until nothing is found: what something other
than this system has written, and items of others that name the business. It needs dynamodb:Scan, costs 262,000 read
units for each GB each time, and says before what that will be, for which it needs dynamodb:DescribeTable. After a
deletion without it, it takes the id, and the id again for --confirm.

Exit code: 0 if everything is gone, 1 if it failed or items of others name the business, 130 after Ctrl-C.

Examples:
  npm run operator -- business delete acme --confirm acme
  npm run operator -- business delete acme --confirm acme --sweep
  npm run -s operator -- business delete 7b1c2f7e-3c1e-4b0e-9a51-0c9f6ae3a001 --confirm acme --json`

/** `business delete`. `finish` gets the exit code. */
export function addDeleteCommand(business: Command, finish: (exitCode: number) => void): void {
  const command = business
    .command('delete')
    .description('delete a business with everything it has, for good')
    .argument('<slug or id>', 'its slug or its UUID')
    .option('--confirm <slug>', 'its current slug: without it nothing is deleted')
    .option('--sweep', 'read the whole table as well, for what no Query leads to')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (idOrSlug: string, options: DeleteOptions) => {
    finish(await deleteFrom(idOrSlug, options))
  })
}

async function deleteFrom(idOrSlug: string, options: DeleteOptions): Promise<number> {
  const { confirm, sweep = false } = options
  await openTarget(options)
  const business = await deletable(idOrSlug, sweep)
  const { id, slug, name } = business
  if (confirm !== slug) throw await refusal(business, confirm)
  const goesOn = `operator business delete ${id} --confirm ${slug}${sweep ? ' --sweep' : ''}`
  console.error(`deleting ${quoted(name)} (${slug}); should this be ended, \`${goesOn}\` goes on with it`)
  const interruption = listenForInterruption()
  const removal = await remove(id, sweep, interruption.signal)
  interruption.end()
  print(business, removal, options)
  if (removal.fault instanceof StillWritten) throw stillWritten(removal.fault, goesOn)
  if (!removal.is_complete) console.error(`stopped; \`${goesOn}\` goes on from here`)
  if ('fault' in removal) throw removal.fault
  return interruption.exitCode() ?? (removal.left.length > 0 ? 1 : 0)
}

/** The business of an id or a slug; for a sweep also one that is gone, by its id. Throws a `Failure` if there is none. */
async function deletable(idOrSlug: string, sweep: boolean): Promise<Deletable> {
  try {
    return await shopOf(idOrSlug)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const id = idOrSlug.toLowerCase()
    if (sweep && isUuid(id)) return { id, slug: id, name: id }
    throw new Failure(`${error.message}; a deletion that was ended goes on by the id that it printed`, {
      cause: error,
    })
  }
}

async function remove(id: string, sweep: boolean, signal: AbortSignal): Promise<Removal> {
  if (sweep) await sayScanCost({ isConsistent: true, howOften: HOW_OFTEN, signal })
  return removeBusiness(id, {
    signal,
    wait: (ms, until) => pause(ms, undefined, { signal: until }),
    ...(sweep && { everything: (until) => scanTable(id, until, { consistent: true }) }),
    onStage: (stage) =>
      STAGES[stage] && console.error(STAGES[stage] + (sweep ? (SWEEPING[stage] ?? '') : '')),
    onDeleted: showRunningCount((deleted) => `${deleted} ${plural(deleted, 'item')} deleted`),
  })
}

const HOW_OFTEN = ', and again until nothing is found there, three times at most'

/** What takes its time, or can be seen from outside. */
const STAGES: Partial<Record<RemovalStage, string>> = {
  status: `its status becomes deleting, and its API keys go: nobody is let in any more; its slugs are held for ${SLUGS_HELD_MS / 1000} s`,
  calls: `waiting ${CALLS_END_MS / 1000} s until every call that was let in before has ended`,
  contents: 'deleting what is in it',
  remains: 'looking again for what was written meanwhile',
}
const SWEEPING: Partial<Record<RemovalStage, string>> = {
  remains: ', then reading the whole table for what no Query leads to',
}

async function refusal({ id, slug, name }: Deletable, confirm: string | undefined): Promise<Failure> {
  const products = await countProducts(id)
  const what = `${quoted(name)} (${slug}, ${id}) for good, with its ${products} ${plural(products, 'product')}, categories, API keys, events and slugs`
  const wrong = confirm === undefined ? '' : `, not --confirm ${quoted(confirm)}`
  return new Failure(`nothing was deleted; to delete ${what}, add --confirm ${slug}${wrong}`)
}

const stillWritten = (fault: StillWritten, goesOn: string) =>
  new Failure(
    `somebody keeps writing to the business: ${fault.message}; stop them, perhaps an import, then \`${goesOn}\``,
    { cause: fault },
  )

function print({ id, slug }: Deletable, removal: Removal, { json, sweep }: DeleteOptions): void {
  const { deleted, left, is_complete } = removal
  for (const { pk, sk } of left)
    console.error(`${shownWhole(pk)} ${shownWhole(sk)}: names the business but is not its own, and stays`)
  if (json) console.log(JSON.stringify({ business_id: id, slug, is_complete, deleted, left }, null, 2))
  else if (is_complete) console.log(`${slug} (${id}) is gone: ${deleted} ${plural(deleted, 'item')} deleted`)
  else console.log(`${deleted} ${plural(deleted, 'item')} deleted until now`)
  if (is_complete && !sweep) console.error(notSwept(id))
}

const notSwept = (id: string) =>
  `not looked for: what no Query leads to, and items of others that name the business; \`operator business delete ${id} --confirm ${id} --sweep\` reads the whole table for them`
