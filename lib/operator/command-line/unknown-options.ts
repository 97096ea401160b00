import type { Command } from 'commander'

/**
 * Makes a program and its commands name an unknown option before one that is missing, which is mostly the same one: commander
 * would only say that `--business` is not specified where somebody wrote `--busines acme`.
 */
export function nameUnknownOptionsFirst(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory)
  for (const option of required) option.mandatory = false
  command.hook('preAction', (_, called) => {
    if (called !== command) return
    const missing = required.find((option) => called.getOptionValue(option.attributeName()) === undefined)
    if (missing) called.error(`error: required option '${missing.flags}' not specified`)
  })
  for (const one of command.commands) nameUnknownOptionsFirst(one)
}
