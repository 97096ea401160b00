import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { errorLine } from '../command-line/failure.ts'
import { nameUnknownOptionsFirst } from '../command-line/unknown-options.ts'
import { actingAs, OPERATOR } from '../data/table/acting.ts'
import { addBusinessCommands } from './business/business-commands.ts'
import { addEventsCommand } from './events/events-command.ts'
import { addExportCommand } from './export/export-command.ts'
import { addFeedsCommand } from './feeds/feeds-command.ts'
import { addImportCommand } from './import/import-command.ts'
import { addKeyCommand } from './key/key-command.ts'
import { addPolicyCommand } from './policy/policy-command.ts'
import { addStockCommands } from './stock/stock-command.ts'
import { addTableCommands } from './table/table-command.ts'
import { addReindexCommand } from './upkeep/reindex-command.ts'
import { addVerifyCommand } from './upkeep/verify-command.ts'
import { addWebhooksCommands } from './webhooks/webhooks-command.ts'

const INTRODUCTION = [
  'Creates, maintains and deletes businesses: first API keys, imports of catalogues, stock, events and webhooks, checks and repairs.',
  'With --stack a command works on the table of a deployed stack, and with --table on the table of that name, with the AWS credentials and the region of the environment. Without them it works on the local stack that `npm run dev` started last in this directory, or on the one on --port.',
  'npm writes its own lines to stdout. If another program reads the output, run `npm run -s operator`.',
].join('\n\n')

const EXAMPLES = `
Examples:
  npm run operator -- business create --slug acme --name "Acme Stationery" --currency EUR
  npm run operator -- key issue --business acme --name website
  npm run operator -- import catalogue.csv --business acme --prices decimal
  npm run operator -- export --business acme --output acme.jsonl
  npm run operator -- business show acme --stack Storefront
  npm run operator -- business show acme --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW
  npm run -s operator -- business show acme --json | jq -r .id
  npm run operator -- business list
  npm run operator -- business suspend acme
  npm run operator -- business rename acme --slug acme-stationery
  npm run operator -- business delete acme --confirm acme
  npm run operator -- events --business acme --actor operator
  npm run operator -- webhooks list --business acme
  npm run operator -- stock list --business acme --low
  npm run operator -- verify --business acme
  npm run operator -- reindex --business acme
  npm run operator -- table check
  npm run -s operator -- policy --stack Storefront`

/**
 * Runs one command and returns the exit code of the process. An expected failure is one line on stderr; `--debug`
 * shows the stack of a bug. Wrong arguments and `--help` end the process, as commander does.
 */
export async function runOperator(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = createProgram((code) => {
    exitCode = code
  })
  try {
    const who = { actor: OPERATOR, requestId: null }
    await actingAs(who, () => program.parseAsync(argv, { from: 'user' }))
    return exitCode
  } catch (error) {
    console.error(errorLine(error, argv.includes('--debug')))
    return exitCode || 1
  }
}

/** The commands. `finish` gets the exit code. */
export function createProgram(finish: (exitCode: number) => void): Command {
  const program = new Command('operator')
    .description(INTRODUCTION)
    .version(manifest.version, '--version', 'print the version of this program')
    .addHelpText('after', EXAMPLES)
  addBusinessCommands(program, finish)
  addKeyCommand(program)
  addImportCommand(program, finish)
  addExportCommand(program, finish)
  addFeedsCommand(program, finish)
  addEventsCommand(program, finish)
  addWebhooksCommands(program)
  addStockCommands(program)
  addVerifyCommand(program, finish)
  addReindexCommand(program, finish)
  addTableCommands(program, finish)
  addPolicyCommand(program)
  nameUnknownOptionsFirst(program)
  return program
}
