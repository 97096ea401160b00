import type { Command } from 'commander'

/** What every command takes. */
export interface CommonOptions {
  table?: string
  json?: true
  debug?: true
}

/** Adds the options that every command takes, behind its own. */
export const withCommonOptions = (command: Command): Command =>
  command
    .option('--table <name>', 'a deployed table, instead of the local stack')
    .option('--json', 'print the result as JSON')
    .option('--debug', 'show where an error comes from')
