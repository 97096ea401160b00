import type { Command } from 'commander'
import * as v from 'valibot'
import { issueApiKey } from '../data/api-key-issue.ts'
import { type NewApiKey, newApiKey } from '../domain/api-key.ts'
import { SCOPES } from '../domain/scopes.ts'
import { type CommonOptions, withCommonOptions } from './common-options.ts'
import { Failure } from './failure.ts'
import { schemaFaults } from './schema-faults.ts'
import { shopOf } from './shop.ts'
import { openTarget } from './target.ts'

interface IssueOptions extends CommonOptions {
  business: string
  name: string
  scopes?: string
  expires?: string
}

const NOTES = `
The token is printed once, alone on stdout, and is stored nowhere. Scopes are
  ${SCOPES.slice(0, 6).join(', ')},
  ${SCOPES.slice(6).join(', ')};
write includes read.

Examples:
  npm run operator -- key issue --business acme --name "first key"
  npm run operator -- key issue --business acme --name sync --scopes products:write,categories:write \\
    --expires 2030-01-01T00:00:00Z
  TOKEN=$(npm run -s operator -- key issue --business acme --name ci --scopes products:read)`

/** `key issue`. */
export function addKeyCommand(program: Command): void {
  const issue = program
    .command('key')
    .description('issue API keys')
    .command('issue')
    .description('issue an API key to a business')
    .requiredOption('--business <slug or id>', 'whose key it is')
    .requiredOption('--name <name>', 'what it is for, 1 to 100 characters')
    .option('--scopes <list>', 'what it may do, with commas between (default: everything)')
    .option('--expires <time>', 'RFC 3339 time after which it is refused (default: never)')
    .addHelpText('after', NOTES)
  withCommonOptions(issue).action(issueFrom)
}

async function issueFrom(options: IssueOptions): Promise<void> {
  const input = readKey(options)
  await openTarget(options.table)
  const business = await shopOf(options.business)
  const { apiKey, token } = await issueApiKey(business.id, input)
  if (options.json) {
    console.log(JSON.stringify({ ...apiKey, token }, null, 2))
    return
  }
  console.error(
    `API key "${apiKey.name}" of ${business.name} (${business.slug}). It is shown this once only:`,
  )
  console.log(token)
}

function readKey({ name, scopes, expires }: IssueOptions): NewApiKey {
  const listed = scopes?.split(',').map((scope) => scope.trim())
  const result = v.safeParse(newApiKey, { name, scopes: listed ?? SCOPES, expires_at: expires })
  if (!result.success) {
    const faults = schemaFaults(result.issues).map(
      ({ field, detail }) => `--${field.replace(/\..*/, '').replace(/_at$/, '')} ${detail}`,
    )
    throw new Failure([...new Set(faults)].join('; '))
  }
  const { expires_at = null } = result.output
  if (expires_at !== null && Date.parse(expires_at) <= Date.now())
    throw new Failure('--expires is in the past')
  return result.output
}
