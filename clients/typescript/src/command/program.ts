import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addApiCommands } from './api/api-commands.ts'
import { errorLine, exitCodeOf, oneLine } from './error-line.ts'
import { addEventsCommands } from './events-follow.ts'
import { EXIT } from './exit-codes.ts'
import { addExportCommand } from './export.ts'
import { addFeedsCommand } from './feeds.ts'
import { addImportCommand } from './import/import-command.ts'
import { addImportsCommands } from './import/imports-commands.ts'
import { addListenCommand } from './listen.ts'
import { addLoginCommand } from './login.ts'
import { addLogoutCommand } from './logout.ts'
import { addMcpCommand } from './mcp.ts'
import { addMediaCommands } from './media/media-command.ts'
import { addWhoamiCommand } from './whoami.ts'
import { COMMAND } from './words.ts'

const INTRODUCTION = `Manage your shop from the terminal with an API key. Each operation of the API is a command; imports, exports, events and feeds have their own commands.

Install the package of your deployment first: npm install ./storehatch-<version>.tgz. In that folder ${COMMAND} runs it.`

const EXAMPLES = `
Help for a command: ${COMMAND} help import, or ${COMMAND} import --help
Exit codes: 0 done, 1 failed, 2 the command line is wrong, 3 some rows or pictures were refused, 130 Ctrl-C.

Examples:
  ${COMMAND} login
  ${COMMAND} whoami
  ${COMMAND} products list --status draft
  ${COMMAND} products update <id> -d price=1250
  ${COMMAND} import products.csv --prices decimal --dry-run
  ${COMMAND} export products.jsonl
  ${COMMAND} media adopt --dry-run
  ${COMMAND} listen --forward-to http://localhost:3000/hook`

/** Runs one command and returns the exit code of the process. */
export async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.done
  const program = createProgram((code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has written its line, or the help that was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    console.error(errorLine(error))
    return exitCodeOf(error)
  }
}

/** The commands. `finish` gets the exit code. */
export function createProgram(finish: (exitCode: number) => void): Command {
  const program = new Command(COMMAND)
    .description(INTRODUCTION)
    .version(versionOfPackage(), '--version', 'print the version of this program')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) })
  addLoginCommand(program)
  addLogoutCommand(program)
  addWhoamiCommand(program)
  addImportCommand(program, finish)
  addImportsCommands(program, finish)
  addExportCommand(program, finish)
  addMediaCommands(program, finish)
  addFeedsCommand(program, finish)
  addEventsCommands(program, finish)
  addListenCommand(program, finish)
  addMcpCommand(program)
  addApiCommands(program, finish)
  return program
}

function versionOfPackage(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return version
}
