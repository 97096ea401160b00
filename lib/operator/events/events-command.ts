import { type Command, Option } from 'commander'
import { FEED_DELAY_MS } from '../../data/table/calls/times.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { wholeNumber } from '../command-line/whole-number.ts'
import { type CommonOptions, withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { eventLine } from './event-line.ts'
import { type EventOptions, readAfter, readFilter, withEventOptions } from './event-options.ts'
import { type Reading, readEvents } from './read-events.ts'

interface EventsOptions extends CommonOptions, EventOptions {
  business: string
  limit: number
}

const DEFAULT_LIMIT = 1_000
const MOST = 1_000_000

const NOTES = `
Prints the events of a business, oldest first, one per line: time, type, id of the object, actor (the id of an API key,
operator or system), request id, and the name of the API key. - means unknown. Events of the last 30 days
are kept. An event appears 15 s after it was recorded, as in GET /admin/events.

With --json each line is an event as JSON, with the fields before the change in "previous".

If there are more events than --limit, the command prints on stderr how to continue. It costs about one read unit for each
8 KB of events, including those that a filter leaves out.

Exit code: 0, 1 if it failed, 130 after Ctrl-C.

Examples:
  npm run operator -- events --business acme --type product.deleted
  npm run operator -- events --business acme --newest --limit 50
  npm run operator -- events --business acme --actor operator --from 2026-11-20T00:00:00Z
  npm run -s operator -- events --business acme --object tea --json | jq -r .request_id`

/** `events`. `finish` gets the exit code. */
export function addEventsCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = program
    .command('events')
    .description('print the events of a business: what was changed, by whom, in which request')
    .requiredOption('--business <slug or id>', 'the business')
  withEventOptions(command)
    .addOption(
      new Option('--limit <number>', 'the most events to print')
        .argParser(wholeNumber(MOST))
        .default(DEFAULT_LIMIT),
    )
    .addHelpText('after', NOTES)
  withCommonOptions(command).action(async (options: EventsOptions) => {
    finish(await printEvents(options))
  })
}

async function printEvents(options: EventsOptions): Promise<number> {
  const filter = readFilter(options)
  const after = readAfter(options)
  await openTarget(options)
  const { id, slug } = await shopOf(options.business)
  const interruption = listenForInterruption()
  // Nobody sees what comes when stdout takes no more: `head` has enough, or the disk is full.
  const unread = new AbortController()
  const stop = () => unread.abort()
  process.stdout.once('error', stop)
  const signal = AbortSignal.any([interruption.signal, unread.signal])
  const show = (json: string) => console.log(options.json ? json : eventLine(json))
  const reading = { businessId: id, filter, after, show, signal }
  try {
    await read(reading, slug, options)
  } finally {
    process.stdout.off('error', stop)
    interruption.end()
  }
  return interruption.exitCode() ?? 0
}

async function read(reading: Reading, slug: string, { limit }: EventsOptions): Promise<void> {
  const { shown, rest } = await readEvents(reading, limit)
  if (rest !== undefined) console.error(`there can be more events: continue with --after ${rest}`)
  else if (reading.signal.aborted) console.error('stopped before any event was read')
  else if (shown === 0) console.error(noEvents(slug, reading))
}

/** Right after a stolen key was revoked, "none" alone would read as if nobody had used it. */
const noEvents = (slug: string, { filter, after }: Reading) => {
  const isAll = after === undefined && Object.keys(filter).length === 0
  const none = isAll ? 'no events of the last 30 days' : 'no such events'
  return `${slug} has ${none}; those of the last ${FEED_DELAY_MS / 1000} s are not shown yet`
}
