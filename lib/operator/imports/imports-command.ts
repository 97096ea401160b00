import { type Command, Option } from 'commander'
import { cancelImport, endStalledImport, findRunningImport } from '../../data/imports/imports.ts'
import { listRegistered } from '../../data/registry.ts'
import { isOver } from '../../domain/imports/import-job.ts'
import { plural } from '../../domain/text/plural.ts'
import { errorLine, Failure, isUnexplained } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTargetToWrite } from '../target.ts'

interface CancelOptions extends CommonOptions {
  business?: string
  all?: true
}

const NOTES = `
An import over the API continues until it is done, even after a restore of the table. This command ends it; its merchant
sees "cancelled". Products that it has written stay. A running one ends at its next checkpoint, or on a
restored table, where no function works yet, when the first one takes it up.
With --all an import that this program cannot read is named, and the others are cancelled.

Exit code: 0, 1 if it failed or one could not be read, 130 after Ctrl-C. Run it again to continue.

Examples:
  npm run operator -- imports cancel --business acme
  npm run operator -- imports cancel --all --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW`

/** `imports` and its command. `finish` gets the exit code. */
export function addImportsCommand(program: Command, finish: (exitCode: number) => void): void {
  const imports = program.command('imports').description('cancel imports over the API')
  const cancel = imports
    .command('cancel')
    .description('cancel the waiting or running import of one business or all')
    .addOption(new Option('--business <slug or id>', 'only the import of this business').conflicts('all'))
    .option('--all', 'the imports of every business')
    .addHelpText('after', NOTES)
  withCommonOptions(cancel).action((options: CancelOptions) => cancelFrom(options, finish))
}

/** The import of a business that was under way, and what it is now. */
interface Cancelled {
  business: string
  import: string
  status: 'cancelled' | 'ending' | 'failed'
}

async function cancelFrom(options: CancelOptions, finish: (exitCode: number) => void): Promise<void> {
  const { business, all, debug } = options
  if (business === undefined && !all) throw new Failure('name a business with --business, or all with --all')
  await openTargetToWrite(options)
  const interruption = listenForInterruption()
  const { signal } = interruption
  const cancelled: Cancelled[] = []
  let isComplete = true
  try {
    const businesses =
      business === undefined ? (await listRegistered({ signal })).businesses : [await shopOf(business)]
    for (const { id, slug } of businesses) {
      signal.throwIfAborted()
      const found = await cancelIn(`${id}`).catch((error: unknown) => {
        // A reason outside of this import would stop the next one, too.
        if (!isUnexplained(error)) throw error
        isComplete = false
        console.error(`${slug}: ${errorLine(error, debug === true)}`)
      })
      if (!found) continue
      cancelled.push({ business: `${slug}`, ...found })
      console.error(lineOf(`${slug}`, found))
    }
  } catch (error) {
    if (!signal.aborted) {
      if (cancelled.length > 0) print(cancelled, options)
      throw error
    }
    console.error('stopped; run the same command again to cancel the rest')
  } finally {
    interruption.end()
  }
  print(cancelled, options)
  finish(interruption.exitCode() ?? (isComplete ? 0 : 1))
}

function print(cancelled: readonly Cancelled[], { json }: CancelOptions): void {
  if (json) console.log(JSON.stringify(cancelled, null, 2))
  else console.log(`${cancelled.length} ${plural(cancelled.length, 'import')} cancelled`)
}

/** Undefined if no import of the business is under way, or if it has ended meanwhile. */
async function cancelIn(businessId: string): Promise<Omit<Cancelled, 'business'> | undefined> {
  const running = await findRunningImport(businessId)
  if (!running) {
    const stalled = await endStalledImport(businessId)
    return stalled === undefined ? undefined : { import: stalled, status: 'failed' }
  }
  const item = await cancelImport(businessId, running.id)
  if (item?.status === 'cancelled') return { import: running.id, status: 'cancelled' }
  return item && !isOver(item) ? { import: running.id, status: 'ending' } : undefined
}

const lineOf = (slug: string, { import: id, status }: Omit<Cancelled, 'business'>) =>
  ({
    cancelled: `${slug}: the import ${id} is cancelled`,
    ending: `${slug}: the import ${id} ends at its next checkpoint`,
    failed: `${slug}: the import ${id} was abandoned and has failed`,
  })[status]
