/** The exit codes of every command; docs/command.md lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** The command line is wrong: nothing was changed. */
  usage: 2,
  /** Some rows of an import or some pictures were refused, and the others are done. */
  someRefused: 3,
  /** Ctrl-C. */
  interrupted: 130,
} as const
