import type { Command } from 'commander'
import { plural } from '../../domain/plural.ts'
import { type Reindexing, reindexBusiness } from '../../upkeep/reindex/reindex.ts'
import { countProducts } from '../../upkeep/verify/counts.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shownWhole } from '../failure.ts'
import { listenForInterruption } from '../interruption.ts'
import { showPhases } from '../progress.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'

interface ReindexCommandOptions extends CommonOptions {
  business: string
  all?: true
}

const NOTES = `
Renders again what the storefront shows of products, categories, the profile and slugs: cards, facets and index keys; and
writes the rows by which callers find the business, of its slug, its former slugs and its UUID. Written is only what is
otherwise than it would be written now, or older than this version's rendering; versions and times stay, and there are no
events. The shop may be written to meanwhile: whoever changes an item wins. A business that the registry does not have,
by which \`business list\` finds it, is registered. Rows of the outbox that earlier versions wrote without an end are
deleted.

It can be stopped with Ctrl-C and run again at any time: what is right already is only read, so the same command
goes on where it stopped. With --all it begins anew.

Exit code: 0 if everything is right now, 1 if an item's own fields are broken or it failed, 130 after Ctrl-C.

Examples:
  npm run operator -- reindex --business acme
  npm run operator -- reindex --business acme --all --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW`

/** `reindex`. `finish` gets the exit code. */
export function addReindexCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('reindex')
    .description('render cards, facets and index keys again')
    .requiredOption('--business <slug or id>', 'which business')
    .option('--all', 'write what is right already as well')
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (options: ReindexCommandOptions) => {
    finish(await reindex(options))
  })
}

async function reindex(options: ReindexCommandOptions): Promise<number> {
  await openTarget(options)
  const { id } = await shopOf(options.business)
  const phases = showPhases()
  const progress = phases.begin('products', await countProducts(id))
  const interruption = listenForInterruption()
  const result = await reindexBusiness(id, {
    all: options.all === true,
    signal: interruption.signal,
    onProduct: () => progress.advance(),
  })
  phases.stop()
  interruption.end()
  print(result, options)
  if ('fault' in result) throw result.fault
  return interruption.exitCode() ?? (result.unreadable.length > 0 ? 1 : 0)
}

function print(
  { written, right, removed, unreadable, is_complete }: Reindexing,
  { json, all }: ReindexCommandOptions,
) {
  for (const { pk, sk } of unreadable)
    console.error(
      `${shownWhole(pk)} ${shownWhole(sk)}: left as it is, its fields are broken (verify says how)`,
    )
  if (!is_complete)
    console.error(
      all
        ? 'stopped; without --all the same command writes only what is still wrong'
        : 'stopped; the same command, run again, goes on from here',
    )
  if (json) console.log(JSON.stringify({ is_complete, written, right, removed, unreadable }, null, 2))
  else
    console.log(
      `${written} rendered again, ${right} right already, ${unreadable.length} broken${removed > 0 ? `, ${removed} old outbox ${plural(removed, 'row')} deleted` : ''}`,
    )
}
