import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from './common-options.ts'
import { connect } from './connection.ts'
import { showIdentity } from './identity.ts'
import { COMMAND } from './words.ts'

/** `whoami`. */
export function addWhoamiCommand(program: Command): void {
  const command = program
    .command('whoami')
    .description('show the business, and the name, scopes and rate limit of the API key')
  const examples = [`${COMMAND} whoami`, `${COMMAND} whoami --json`]
  withCommonOptions(command, examples).action(async (options: CommonOptions) =>
    showIdentity(await connect(), options),
  )
}
