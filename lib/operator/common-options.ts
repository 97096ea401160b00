import { type Command, InvalidArgumentError, Option } from 'commander'

/** Which table a command works on: without any of these that of the newest local stack. */
export interface Target {
  table?: string
  stack?: string
  port?: number
}

/** The options of every command. */
export interface CommonOptions extends Target {
  json?: true
  debug?: true
}

/** Adds the options that every command takes, behind its own. */
export const withCommonOptions = (command: Command): Command =>
  command
    .option('--table <name>', 'use this deployed table instead of the local stack')
    .addOption(
      new Option('--stack <name>', 'use the table of this deployed stack: its output TableName').conflicts(
        'table',
      ),
    )
    .addOption(
      new Option('--port <number>', 'use the local stack on this port instead of the last one started')
        .argParser(readPort)
        .conflicts(['table', 'stack']),
    )
    .option('--json', 'print the result as JSON')
    .option('--debug', 'show the place in the code that an error comes from')

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port > 0 && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a whole number from 1 to 65535.')
}
