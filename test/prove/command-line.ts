import { Command, InvalidArgumentError, Option } from 'commander'
import { proveAcknowledged } from './acknowledged.ts'
import { proveCaches } from './caches.ts'
import { proveDeletion } from './deletion.ts'
import { proveDeliveries } from './deliveries.ts'
import { proveSlowEndpoints } from './deliveries-slow.ts'
import { proveDryRuns } from './dry-runs.ts'
import { proveEvents } from './events.ts'
import { proveFeed } from './feed.ts'
import { proveHolds } from './holds.ts'
import { proveImport } from './import.ts'
import { proveInventory } from './inventory.ts'
import { proveKeys } from './keys.ts'
import { proveLists } from './lists.ts'
import { proveMutants } from './mutants.ts'
import { provePublic } from './public.ts'
import { proveReceivers } from './receivers.ts'
import { proveRequests } from './requests.ts'
import { NotPossible, Run, Violation } from './run.ts'
import { proveSamples } from './samples.ts'
import { proveSchedules } from './schedules.ts'
import { proveSearch } from './search.ts'
import { type ProvenStack, withStack } from './stack.ts'
import { proveEngines, proveFaults, proveSuite } from './suite.ts'
import { proveTargets } from './targets.ts'
import { proveTenants } from './tenants.ts'
import { proveVariants } from './variants.ts'
import { proveWrites } from './writes.ts'

const INTRODUCTION =
  'Tries for minutes or hours what `npm test` tries for seconds, on a stack of its own, and ends loudly, with the seed, at the first thing that is not as promised.'

const EXAMPLES = `
Examples:
  npm run prove -- writes
  npm run prove -- lists --minutes 10
  npm run prove -- public --count 2000 --seed 7`

/**
 * The proofs. `count` is the size of a run unless the command line has another one. `prove` gets a stack, `proveAlone`
 * none.
 */
const PROOFS = [
  {
    name: 'writes',
    description:
      'Writers that race: one of many wins with If-Match, all win without it and lose nothing, storms of one creation make one product, no product is left without its category. Counts writes.',
    count: 100_000,
    prove: proveWrites,
  },
  {
    name: 'acknowledged',
    description:
      'Changes of a business and its products while the engine of the table stands still or is slow, and calls and replies of some writers are late or lost: each version that was acknowledged has exactly one event, with what the response said, and the feed has all of them. Counts writes.',
    count: 5_000,
    prove: proveAcknowledged,
  },
  {
    name: 'inventory',
    description:
      'Adjustments that race, beside changes of the rules they are judged by, and more buyers than pieces: no stock is below zero, every sum is right, and what the public is told is what the stock says. Counts requests.',
    count: 100_000,
    prove: proveInventory,
  },
  {
    name: 'holds',
    description:
      'Holds, commits, releases, ends, sales and counts that race on few pieces, beside options that come and go and tracking that ends and begins, with kills: no stock is below zero, a reference takes its pieces once and accepts one payment, and the clock leaves nothing held. Counts moves.',
    count: 100_000,
    prove: proveHolds,
  },
  {
    name: 'schedules',
    description:
      'Sales of a day on which summer time begins or ends, each half by several runs at once, beside editors and clients that end them, with kills: each begins once at its time and ends once, every field that still has the value of the sale has its old one again, and no other has changed. Counts halves.',
    count: 2_000,
    prove: proveSchedules,
  },
  {
    name: 'dry-runs',
    description:
      'Dry runs of operations and adjustments made at random: the table is the same after them, byte for byte except rate limits, and a write directly after its dry run gets the same result and records the same events. Counts dry runs.',
    count: 10_000,
    prove: proveDryRuns,
  },
  {
    name: 'lists',
    description:
      'Random catalogues in every order under every filter: the pages are together the list, also while others write. Counts catalogues.',
    count: 20_000,
    prove: proveLists,
  },
  {
    name: 'search',
    description:
      'Random catalogues that change under random filters: hits, their number and the counts of every facet are those of an evaluation without an index. With --files also searches in real catalogues, each of which finds one product first. Counts queries.',
    count: 100_000,
    files: 'a folder with the CSV files of https://github.com/shopifypartners/product-csvs',
    proveAlone: proveSearch,
  },
  {
    name: 'public',
    description:
      'Canaries in all that is private: none is in any public answer, and unpublished products change no byte of one. Counts answers.',
    count: 100_000,
    prove: provePublic,
  },
  {
    name: 'tenants',
    description:
      'One business asks for what is another’s, on every route and in every place where an id can stand: answered as if it had never existed. Counts attempts.',
    count: 100_000,
    prove: proveTenants,
  },
  {
    name: 'caches',
    description:
      'Two businesses through nginx and Varnish, with exactly the cache key of the edge in the template: no response is mixed up, none that a key was given is kept, no error is kept, ETags and codings survive. Needs nginx or Varnish. Counts requests.',
    count: 10_000,
    prove: proveCaches,
  },
  {
    name: 'targets',
    description:
      'URLs and names that lead to private addresses, in every way to write them: none gets a webhook, and nothing connects to one. Counts URLs.',
    count: 50_000,
    prove: proveTargets,
  },
  {
    name: 'keys',
    description:
      'Keys make, rotate, narrow and revoke keys, never one with more rights than their own; five seconds after an end no token works. No token is in log, table, template or answers, and no secret of a webhook or token in its address is outside its own item. Counts operations.',
    count: 1_000,
    prove: proveKeys,
  },
  {
    name: 'deletion',
    description:
      'Businesses are deleted at full length while keys make keys and write and visitors read: no key outlives it, nothing is left, and who takes the slug next is not taken for the one before. Counts deletions, three to four minutes each.',
    count: 3,
    prove: proveDeletion,
  },
  {
    name: 'feed',
    description:
      'Writers that race while three followers read the change feed: each sees every event once, and all in one order. Counts writes.',
    count: 5_000,
    prove: proveFeed,
  },
  {
    name: 'events',
    description:
      'Events for every kind of endpoint, delivered by the real code on a simulated clock, with kills before its steps, wake-ups between them, lost and doubled ones, slow writes, a cut stream and clocks that differ: none is lost or stuck, few arrive twice, a dead endpoint costs next to nothing and delays no other, and a refused event delays no other event. Counts events; each is delivered at five rates of kills.',
    count: 2_000,
    prove: proveEvents,
  },
  {
    name: 'deliveries',
    description:
      'The local stack is killed at random moments, at least 20 times for each 500 deliveries, and started again on the same data: at the end every event of the feed has come to each webhook, signed, and nothing waits. A paused webhook of a rare type gets its event amid 150,000 others. Counts deliveries.',
    count: 500,
    proveAlone: proveDeliveries,
  },
  {
    name: 'slow-endpoints',
    description:
      'How long a change takes to its webhook, alone and beside 20 endpoints that respond after 10 s: it waits for none of them. Counts changes, half of them beside slow ones.',
    count: 100,
    proveAlone: proveSlowEndpoints,
  },
  {
    name: 'receivers',
    description:
      'The receiver in Python of docs/events.md, as it stands there: it takes what the service sends and refuses everything forged. Needs Python and its package index. Counts calls.',
    count: 1_000,
    proveAlone: proveReceivers,
  },
  {
    name: 'variants',
    description:
      'Writers take and give up SKUs of a few products with variants, and are killed before any call to the table, most of them between a commit and its releases: no SKU has two holders, none is lost, and none that is free is refused. Counts writes.',
    count: 5_000,
    prove: proveVariants,
  },
  {
    name: 'import',
    description:
      'The real importer reads exports of Shopify: killed 50 times at random moments and started again, it ends as if it had not been; with files of any size it stays in 150 MB. Counts rows.',
    count: 100_000,
    prove: proveImport,
  },
  {
    name: 'faults',
    description:
      'Every fault of the table and of the network at every call of every write and read under /admin: of these `npm run test:wide` tries a quarter of one fault of each kind. Counts rounds.',
    count: 1,
    proveAlone: proveFaults,
  },
  {
    name: 'suite',
    description:
      'The tests of `npm run test:all` with their exhaustive loops whole, of which each commit tries another quarter. Counts rounds.',
    count: 1,
    proveAlone: proveSuite,
  },
  {
    name: 'engines',
    description:
      'The tests that depend on the engine of the table, on DynamoDB Local. Notes in test/prove/second-engine.json that this code passed, so that `.ci/run` need not repeat it. Needs Java 17. Counts rounds.',
    count: 1,
    proveAlone: proveEngines,
  },
  {
    name: 'mutants',
    description:
      'Small faults in the rules, one at a time: the pure tests of the folder notice nearly each. `dist/mutants` has a page with all. Folders as `domain/stock`, or files of them; without one all folders, about an hour. Counts mutants.',
    count: 1,
    folders: 'folders of rules, such as domain/stock, or files of them',
    proveAlone: proveMutants,
  },
  {
    name: 'requests',
    description:
      'Requests made from the description, half of them broken: none is answered otherwise than it says. Counts requests.',
    count: 1_000_000,
    prove: proveRequests,
  },
  {
    name: 'samples',
    description:
      'The samples of the documentation in Python, with an httpx that pip installs for the run: each succeeds. Counts samples.',
    count: 50,
    prove: proveSamples,
  },
] as const

interface Options {
  count?: number
  minutes?: number
  seed: number
  files?: string
  folders: string[]
}

/** Runs one proof and returns the exit code: 0 if all of it held. Wrong arguments and `--help` end the process. */
export async function runProof(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = new Command('prove').description(INTRODUCTION).addHelpText('after', EXAMPLES)
  for (const { name, description, count, ...proof } of PROOFS) {
    const command = program
      .command(name)
      .description(description)
      .addOption(new Option('--count <number>', `how much to do (${count})`).argParser(positive))
      .addOption(new Option('--minutes <number>', 'how long to go on').argParser(positive).conflicts('count'))
      .addOption(
        new Option('--seed <number>', 'chooses what is tried').argParser(whole).default(anySeed(), 'any'),
      )
      .action(async () => {
        const { minutes, ...chosen } = { ...command.opts<Omit<Options, 'folders'>>(), folders: command.args }
        const run = new Run(
          name,
          chosen.seed,
          minutes === undefined ? { count: chosen.count ?? count } : { minutes },
        )
        exitCode = await attempt(run, () => carryOut(proof, run, chosen))
      })
    if ('folders' in proof) command.argument('[folders...]', proof.folders)
    if ('files' in proof) command.option('--files <folder>', proof.files)
  }
  await program.parseAsync(argv, { from: 'user' })
  return exitCode
}

type Proof =
  | { prove: (stack: ProvenStack, run: Run) => Promise<void> }
  | { proveAlone: (run: Run, options: Pick<Options, 'files' | 'folders'>) => Promise<void> }

async function carryOut(proof: Proof, run: Run, options: Options): Promise<void> {
  if ('prove' in proof)
    return withStack((stack) => {
      run.begin()
      return proof.prove(stack, run)
    })
  run.begin()
  return proof.proveAlone(run, options)
}

async function attempt(run: Run, prove: () => Promise<void>): Promise<number> {
  try {
    await prove()
    run.conclude()
    return 0
  } catch (error) {
    if (error instanceof NotPossible) run.say(error.message)
    if (error instanceof NotPossible) return 1
    const broken = error instanceof Violation ? error.message : String(error instanceof Error && error.stack)
    run.fail(broken)
    return 1
  }
}

const anySeed = () => Math.floor(Math.random() * 2 ** 31)

function positive(text: string): number {
  const number = Number(text)
  if (number > 0 && Number.isFinite(number)) return number
  throw new InvalidArgumentError('It must be a number above 0.')
}

function whole(text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new InvalidArgumentError('It must be a whole number.')
}
