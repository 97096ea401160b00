import type { Command } from 'commander'

/** The options of every command. */
export interface CommonOptions {
  json?: true
}

/** Adds the options that every command takes, behind its own, and its examples. */
export const withCommonOptions = (command: Command, examples: readonly string[], notes = ''): Command =>
  command
    .option('--json', 'print JSON on stdout, an object on each line')
    .addHelpText(
      'after',
      `${notes === '' ? '' : `\n${notes}\n`}\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
    )

/** Prints one object as `--json` shows it. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value))
