import type { Command } from 'commander'

/** The options of every command. */
export interface CommonOptions {
  json?: true
}

/** Adds the options that every command takes, behind its own, and its examples. */
export const withCommonOptions = (command: Command, examples: readonly string[], notes = ''): Command =>
  command
    .option('--json', 'print JSON on stdout, one object per line')
    .addHelpText(
      'after',
      `${notes === '' ? '' : `\n${notes}\n`}\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
    )

/**
 * Prints one object as `--json` shows it. The controls that JSON allows are escaped: a terminal would obey them, and a program
 * reads the same text.
 */
export const printJson = (value: unknown): void => console.log(asJson(value))

/** JSON without a control or a change of direction in it. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
