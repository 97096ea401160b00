import { Command, CommanderError, Option } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { isToken } from '../../domain/api-keys/token.ts'
import { isSlug } from '../../domain/text/identifiers.ts'
import { Failure } from '../command-line/failure.ts'
import { listenForInterruption } from '../command-line/interruption.ts'
import { isLocal, reach, readBaseUrl } from './address.ts'
import { GROUPS } from './checks/all.ts'
import { edge } from './checks/edge.ts'
import { shown } from './failures.ts'
import { cleanUp } from './made.ts'
import { prepare, SCOPES_FOR_WRITING } from './prepare.ts'
import { asJson, closing, countOf, heading, lineWriter } from './report.ts'
import { runChecks } from './run.ts'

const INTRODUCTION = `Checks a deployment from outside, only with HTTP requests, and reports where it differs from the contract.

With an API key it also creates a category and a draft product, which is never public, and deletes both, and sends a file of one row as a dry run of an import; with the scope inventory:write it counts and sells pieces of that product; with the scope webhooks:write also a webhook, to which nothing is sent. It changes nothing that exists. The import stays in the list of imports for 30 days. The key needs the scopes ${SCOPES_FOR_WRITING.join(' and ')}. Set it as STOREFRONT_API_KEY: other users of this machine can see a command line.

In a deployment with the setting readOnly it only reads, and says so.

The exit code is 0 if no check failed, 1 if one failed or something could not be removed, 2 if the URL or the key is wrong.`

const EXAMPLES = `
Examples:
  npm run smoke -- https://api.example.com/api/v1
  npm run smoke -- https://api.example.com/api/v1 --slug acme
  npm run smoke -- https://d111111abcdef8.cloudfront.net/api/v1 --edge
  STOREFRONT_API_KEY=sfk_… npm run -s smoke -- https://api.example.com/api/v1 --json`

interface Options {
  key?: string
  slug?: string
  edge?: true
  json?: true
}

/**
 * Checks one deployment and returns the exit code of the process. `environmentKey` is the API key of the environment; an
 * option goes before it.
 */
export async function runSmoke(argv: readonly string[], environmentKey?: string): Promise<number> {
  let exitCode = 0
  const program = newProgram().action(async (url: string | undefined, { key, ...options }: Options) => {
    // An edge refuses every key.
    const otherKey = options.edge ? undefined : environmentKey || undefined
    exitCode = await smoke(url, { ...options, key: key ?? otherKey })
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof Failure)) throw error
    console.error(`error: ${shown(error.message)}`)
    return 2
  }
}

const newProgram = () =>
  new Command('smoke')
    .description(INTRODUCTION)
    .version(manifest.version, '--version', 'print the version of this program')
    .argument('[base url]', 'the base URL, which ends in /api/v1')
    .option('--key <token>', 'an API key; the environment variable STOREFRONT_API_KEY is safer')
    .option('--slug <slug>', 'the slug of a business (default with an API key: its business)')
    .addOption(
      new Option('--edge', 'check an edge instead, at its EdgeUrl: its cache, and what it refuses').conflicts(
        'key',
      ),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ outputError: (text) => console.error(shown(text.trim())) })

async function smoke(
  url: string | undefined,
  { key: token, slug, edge: isEdge, json }: { key: string | undefined } & Options,
) {
  const base = readBaseUrl(url)
  checkCredentials(base, token, slug)
  const client = await reach(base)
  if (client.base.href !== base.href) console.error(`Using ${client.base.href}, where the API responds.`)
  const context = await prepare(client, { token, slug })
  const say = (text: string) => json || console.log(text)
  say(heading(context))
  const lines = lineWriter()
  const interruption = listenForInterruption()
  const began = Date.now()
  try {
    const { signal } = interruption
    const results = await runChecks(context, isEdge ? [edge] : GROUPS, {
      signal,
      onResult: (result) => say(lines(result)),
    })
    const left = await cleanUp(context)
    const outcome = { context, results, left, seconds: (Date.now() - began) / 1000 }
    console.log(json ? asJson(outcome) : closing(outcome))
    return interruption.exitCode() ?? (countOf(results, 'failed') + left.length > 0 ? 1 : 0)
  } finally {
    interruption.end()
  }
}

/** Throws `Failure` for a key or a slug that no deployment can have, and where a key would be readable on its way. */
function checkCredentials(base: URL, token: string | undefined, slug: string | undefined): void {
  if (token !== undefined && !isToken(token))
    throw new Failure('the API key is malformed or incomplete: it must be sfk_ and 49 letters and digits')
  if (slug !== undefined && !isSlug(slug)) throw new Failure(`"${slug}" cannot be the slug of a business`)
  if (token !== undefined && base.protocol === 'http:' && !isLocal(base))
    throw new Failure('an API key is not sent over http: use the https URL of the deployment')
}
