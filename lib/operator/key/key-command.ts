import type { Command } from 'commander'
import { changeApiKey, revokeApiKey } from '../../data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../../data/api-keys/api-key-issue.ts'
import { getApiKey, listApiKeys } from '../../data/api-keys/api-keys.ts'
import { Refusal } from '../../data/table/commit.ts'
import { adminApiKey } from '../../domain/admin-view.ts'
import { type ApiKey, isAdmin, isLive } from '../../domain/api-key.ts'
import type { Business } from '../../domain/business.ts'
import { isUuid } from '../../domain/identifiers.ts'
import { SCOPES } from '../../domain/scopes.ts'
import { withCommonOptions } from '../common-options.ts'
import { Failure, quoted } from '../failure.ts'
import { lastingShopOf, shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { type KeyOptions, readChange, readNewKey, saysAnything } from './key-options.ts'
import { showKey, showKeys } from './key-output.ts'

const SCOPE_NOTES = `
Scopes are
  ${SCOPES.slice(0, 6).join(', ')},
  ${SCOPES.slice(6).join(', ')};
write includes read.`

const ISSUE_NOTES = `
The token is printed once, alone on stdout, and is stored nowhere.${SCOPE_NOTES}

Examples:
  npm run operator -- key issue --business acme --name "first key"
  npm run operator -- key issue --business acme --name sync --scopes products:write,categories:write \\
    --expires 2030-01-01T00:00:00Z --allow-ips 203.0.113.0/24 --rate 50 --burst 500
  TOKEN=$(npm run -s operator -- key issue --business acme --name ci --scopes products:read)`

const CHANGE_NOTES = `
What is not named stays. Over the API a key can only be narrowed; here it can be widened too. It holds everywhere
within 5 seconds.${SCOPE_NOTES}

Examples:
  npm run operator -- key change 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme --rate 100 --burst 1000
  npm run operator -- key change 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme --expires never --allow-ips any`

const REVOKE_NOTES = `
The key and all its tokens end everywhere within 5 seconds; it stays in the list as revoked. This may be the last key
that can make others: then only the operator can.

Example:
  npm run operator -- key revoke 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme`

/** `key issue`, `key list`, `key show`, `key change` and `key revoke`. */
export function addKeyCommand(program: Command): void {
  const key = program.command('key').description('issue, list, change and revoke API keys')
  const issue = key.command('issue').description('issue an API key to a business')
  const name = ['--name <name>', 'what it is for, 1 to 100 characters'] as const
  withPowers(ofBusiness(issue).requiredOption(...name)).addHelpText('after', ISSUE_NOTES)
  withCommonOptions(issue).action(issueFrom)

  const list = key
    .command('list')
    .description('list the API keys of a business, revoked and expired ones too')
  ofBusiness(list).addHelpText('after', '\nExample:\n  npm run operator -- key list --business acme')
  withCommonOptions(list).action(listFrom)

  const show = key
    .command('show')
    .description('show an API key')
    .argument('<key id>', 'its id, as key list shows it')
  withCommonOptions(ofBusiness(show)).action(showFrom)

  const change = key.command('change').description('change what an API key may, wider or narrower')
  withPowers(ofBusiness(change.argument('<key id>', 'its id, as key list shows it')).option(...name))
  withCommonOptions(change.addHelpText('after', CHANGE_NOTES)).action(changeFrom)

  const revoke = key
    .command('revoke')
    .description('end an API key')
    .argument('<key id>', 'its id, as key list shows it')
  withCommonOptions(ofBusiness(revoke).addHelpText('after', REVOKE_NOTES)).action(revokeFrom)
}

const ofBusiness = (command: Command) => command.requiredOption('--business <slug or id>', 'whose key it is')

const withPowers = (command: Command) =>
  command
    .option('--scopes <list>', 'what it is allowed to do, separated by commas (a new key: everything)')
    .option('--expires <time>', 'RFC 3339 time after which it is refused, or never (a new key: never)')
    .option(
      '--allow-ips <list>',
      'CIDR ranges its calls must come from, separated by commas, or any for no limit (a new key: any)',
    )
    .option('--rate <number>', 'calls per second in the long run, 1 to 1,000 (a new key: 20)')
    .option('--burst <number>', 'calls at once, 1 to 10,000 (a new key: 100)')

async function issueFrom(options: KeyOptions): Promise<void> {
  const input = readNewKey(options)
  await openTarget(options)
  const business = await lastingShopOf(options.business)
  const { apiKey, token } = await explained(business, () => issueApiKey(business.id, input))
  if (options.json) {
    console.log(JSON.stringify({ ...adminApiKey(apiKey), token }, null, 2))
    return
  }
  console.error(
    `API key "${apiKey.name}" of ${business.name} (${business.slug}). It is shown this once only:`,
  )
  console.log(token)
}

async function listFrom(options: KeyOptions): Promise<void> {
  await openTarget(options)
  const business = await shopOf(options.business)
  showKeys(await allKeys(business), business, options)
}

async function showFrom(keyId: string, options: KeyOptions): Promise<void> {
  requireId(keyId)
  await openTarget(options)
  const business = await shopOf(options.business)
  showKey(found(await getApiKey(business.id, keyId.toLowerCase()), keyId, business), options)
}

async function changeFrom(keyId: string, options: KeyOptions): Promise<void> {
  requireId(keyId)
  if (!saysAnything(options))
    throw new Failure('nothing to change: name at least one option (--help lists them)')
  await openTarget(options)
  const business = await shopOf(options.business)
  const change = (stored: ApiKey) => readChange(stored, options)
  const apiKey = await explained(business, () => changeApiKey(business.id, keyId.toLowerCase(), change))
  showKey(found(apiKey, keyId, business), options)
  await warnWithoutAdmin(business)
}

async function revokeFrom(keyId: string, options: KeyOptions): Promise<void> {
  requireId(keyId)
  await openTarget(options)
  const business = await shopOf(options.business)
  const apiKey = await explained(business, () => revokeApiKey(business.id, keyId.toLowerCase()))
  showKey(found(apiKey, keyId, business), options)
  await warnWithoutAdmin(business)
}

function requireId(keyId: string): void {
  if (!isUuid(keyId))
    throw new Failure(`${quoted(keyId)} is no key id: it is a UUID, not the token (key list shows it)`)
}

function found(apiKey: ApiKey | undefined, keyId: string, { slug }: Business): ApiKey {
  if (!apiKey) throw new Failure(`${slug} has no API key ${quoted(keyId)}`)
  return apiKey
}

async function explained<T>({ slug }: Business, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.reason === 'limit_reached')
      throw new Failure(`${slug} has 50 API keys that work: revoke one first`, { cause: error })
    if (error.reason === 'own_key_ended')
      throw new Failure(`${slug} is being deleted: its API keys can no longer be issued or changed`, {
        cause: error,
      })
    if (error.reason === 'api_key_inactive')
      throw new Failure('this API key is revoked: issue another', { cause: error })
    throw error
  }
}

/** Pages are of this many keys. */
const PAGE = 200

async function allKeys({ id }: Business): Promise<ApiKey[]> {
  const all: ApiKey[] = []
  let after: string | null = null
  do {
    const page = await listApiKeys(id, { limit: PAGE, ...(after !== null && { after }) })
    all.push(...page.items)
    after = page.position
  } while (after !== null)
  return all
}

async function warnWithoutAdmin(business: Business): Promise<void> {
  const now = new Date()
  const keys = (await allKeys(business)).filter((apiKey) => isLive(apiKey, now))
  if (keys.some(isAdmin)) return
  console.error(
    `warning: ${business.slug} now has no key that can always make others; issue one with key issue`,
  )
}
