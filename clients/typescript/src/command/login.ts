import type { Command } from 'commander'
import { unwrap } from '../problem.ts'
import { readBaseUrl } from './base-url.ts'
import { type CommonOptions, withCommonOptions } from './common-options.ts'
import { connectWith } from './connection.ts'
import { readToken, saveCredentials, variablesInUse } from './credentials.ts'
import { usageFailure } from './failure.ts'
import { showIdentity } from './identity.ts'
import { ask, askHidden, readStdin } from './prompt.ts'
import { COMMAND } from './words.ts'

interface LoginOptions extends CommonOptions {
  url?: string
}

const NOTES = `The key is checked, and saved in ~/.config/storefront/credentials.json, which only you can read; XDG_CONFIG_HOME can
replace ~/.config. The key is read at the terminal without being shown, or from stdin: never write it into a command line,
which other programs can see. STOREFRONT_URL and STOREFRONT_API_KEY override the file.`

/** `login`. */
export function addLoginCommand(program: Command): void {
  const command = program
    .command('login')
    .description('save the address of your shop and an API key')
    .option(
      '--url <base url>',
      'the base URL of the API, which ends in /api/v1; requested at the terminal if it is left out',
    )
  const examples = [`${COMMAND} login`, `${COMMAND} login --url https://api.example.com/api/v1 < key.txt`]
  withCommonOptions(command, examples, NOTES).action(async (options: LoginOptions) => {
    const url = readBaseUrl(options.url ?? (await requestedUrl()))
    const apiKey = readToken(
      process.stdin.isTTY ? await askHidden('API key (not shown): ') : String(await readStdin()),
    )
    const connection = connectWith({ url, apiKey })
    await unwrap(connection.client.GET('/admin/api-keys/current'))
    const path = await saveCredentials({ url, apiKey })
    await showIdentity(connection, options)
    console.error(`saved in ${path}`)
    const variables = variablesInUse()
    if (variables.length > 0)
      console.error(`note: ${variables.join(' and ')} of the environment override this file`)
  })
}

async function requestedUrl(): Promise<string> {
  if (process.stdin.isTTY) return ask('Base URL of the API, such as https://api.example.com/api/v1: ')
  throw usageFailure('without a terminal login needs --url, and the key on stdin')
}
