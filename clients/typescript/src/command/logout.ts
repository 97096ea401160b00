import type { Command } from 'commander'
import { type CommonOptions, printJson, withCommonOptions } from './common-options.ts'
import { credentialsPath, removeCredentials, variablesInUse } from './credentials.ts'
import { COMMAND } from './words.ts'

/** `logout`. */
export function addLogoutCommand(program: Command): void {
  const command = program.command('logout').description('remove the saved API key from this machine')
  const notes = 'The key stays valid: to end it everywhere, revoke it.'
  withCommonOptions(command, [`${COMMAND} logout`], notes).action(async ({ json }: CommonOptions) => {
    const path = credentialsPath()
    const wasThere = await removeCredentials()
    if (json) printJson({ removed: wasThere, path })
    else console.log(wasThere ? `removed ${path}` : `no key was saved in ${path}`)
    const variables = variablesInUse()
    if (variables.length > 0) console.error(`note: ${variables.join(' and ')} of the environment stay in use`)
  })
}
