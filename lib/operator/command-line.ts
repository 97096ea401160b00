import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { actingAs, OPERATOR } from '../data/table/actor.ts'
import { errorLine } from './command-line/failure.ts'
import { nameUnknownOptionsFirst } from './command-line/unknown-options.ts'

const INTRODUCTION = [
  'Creates, maintains and deletes businesses: first API keys, imports of catalogues, events and webhooks, checks and repairs.',
  'With --stack a command works on the table of a deployed stack, and with --table on the table of that name, with the AWS credentials and the region of the environment. Without either it works on the local stack that `npm run dev` last started in this directory, or on the one on --port.',
  'npm writes its own lines to stdout. If another program reads the output, run `npm run -s operator`.',
].join('\n\n')

const EXAMPLES = `
Examples:
  npm run operator -- business create --slug acme --name "Acme Stationery" --currency EUR
  npm run operator -- key issue --business acme --name website
  npm run operator -- import catalogue.csv --business acme --prices decimal
  npm run operator -- export --business acme --output acme.jsonl
  npm run operator -- imports cancel --business acme
  npm run operator -- business show acme --stack Storefront
  npm run operator -- business show acme --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW
  npm run -s operator -- business show acme --json | jq -r .id
  npm run operator -- business list
  npm run operator -- business suspend acme
  npm run operator -- business rename acme --slug acme-stationery
  npm run operator -- business delete acme --confirm acme
  npm run operator -- events --business acme --actor operator
  npm run operator -- webhooks list --business acme
  npm run operator -- verify --business acme
  npm run operator -- reindex --business acme
  npm run operator -- table check
  npm run -s operator -- policy --stack Storefront`

type AddCommand = (program: Command, finish: (exitCode: number) => void) => void

/** The commands by their names. Only the one that is called is loaded: an import needs the memory for its file. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  business: async () => (await import('./business/business-commands.ts')).addBusinessCommands,
  key: async () => (await import('./key/key-command.ts')).addKeyCommand,
  import: async () => (await import('./import/import-command.ts')).addImportCommand,
  imports: async () => (await import('./imports/imports-command.ts')).addImportsCommand,
  export: async () => (await import('./export/export-command.ts')).addExportCommand,
  events: async () => (await import('./events/events-command.ts')).addEventsCommand,
  webhooks: async () => (await import('./webhooks/webhooks-command.ts')).addWebhooksCommands,
  verify: async () => (await import('./upkeep/verify-command.ts')).addVerifyCommand,
  reindex: async () => (await import('./upkeep/reindex-command.ts')).addReindexCommand,
  table: async () => (await import('./table/table-command.ts')).addTableCommands,
  policy: async () => (await import('./policy/policy-command.ts')).addPolicyCommand,
}

/**
 * Runs one command and returns the exit code of the process. An expected failure is one line on stderr; `--debug`
 * shows the stack of a bug. Wrong arguments and `--help` end the process, as commander does.
 */
export async function runOperator(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  const finish = (code: number) => {
    exitCode = code
  }
  try {
    const program = await createProgram(finish, argv[0])
    const who = { actor: OPERATOR, requestId: null }
    await actingAs(who, () => program.parseAsync(argv, { from: 'user' }))
    return exitCode
  } catch (error) {
    console.error(errorLine(error, argv.includes('--debug')))
    return exitCode || 1
  }
}

/** The program with the command of this name, or with all of them if none has it. `finish` gets the exit code. */
export async function createProgram(finish: (exitCode: number) => void, name = ''): Promise<Command> {
  const program = new Command('operator')
    .description(INTRODUCTION)
    .version(manifest.version, '--version', 'print the version of this program')
    .addHelpText('after', EXAMPLES)
  const all = Object.entries(COMMANDS)
  const named = all.filter(([one]) => one === name)
  for (const [, load] of named.length > 0 ? named : all) (await load())(program, finish)
  nameUnknownOptionsFirst(program)
  return program
}
