import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Command } from 'commander'
import { changeApiKey, revokeApiKey } from '../../data/api-keys/api-key-changes.ts'
import { issueApiKey } from '../../data/api-keys/api-key-issue.ts'
import { getApiKey, listApiKeys } from '../../data/api-keys/api-keys.ts'
import { Refusal } from '../../data/table/commit.ts'
import { listWebhooks } from '../../data/webhooks/webhooks.ts'
import { adminApiKey } from '../../domain/admin-view.ts'
import { type ApiKey, DEFAULT_RATE_LIMIT, isAdmin, isLive } from '../../domain/api-keys/api-key.ts'
import { SCOPES } from '../../domain/api-keys/scopes.ts'
import type { Business } from '../../domain/business.ts'
import { RESOURCES } from '../../domain/resources.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Failure } from '../command-line/failure.ts'
import { lookingFirst } from '../command-line/lost-answer.ts'
import { withCommonOptions } from '../common-options.ts'
import { lastingShopOf, shopOf } from '../shop.ts'
import { baseUrlOf, openTarget, openTargetToWrite } from '../target.ts'
import { type KeyOptions, readChange, readNewKey, saysAnything } from './key-options.ts'
import { showKey, showKeys } from './key-output.ts'
import { logIn } from './log-in.ts'

const SCOPE_NOTES = `
Scopes are
  ${SCOPES.slice(0, 6).join(', ')},
  ${SCOPES.slice(6).join(', ')};
write includes read.`

const ISSUE_NOTES = `
The token is printed once, alone on stdout. It is not stored. --login also saves it on this machine for the merchants' command, as
storehatch login does.${SCOPE_NOTES}

Examples:
  npm run operator -- key issue --business acme --name "first key"
  npm run operator -- key issue --business acme --name laptop --login
  npm run operator -- key issue --business acme --name sync --scopes products:write,categories:write \\
    --expires 2030-01-01T00:00:00Z --allow-ips 203.0.113.0/24 --rate 50 --burst 500
  TOKEN=$(npm run -s operator -- key issue --business acme --name ci --scopes products:read)`

const CHANGE_NOTES = `
Settings without an option stay. The API can only narrow a key; this command can widen it too. The change takes effect
everywhere within 5 seconds.${SCOPE_NOTES}

Examples:
  npm run operator -- key change 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme --rate 100 --burst 1000
  npm run operator -- key change 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme --expires never --allow-ips any`

const REVOKE_NOTES = `
The key and all its tokens stop working everywhere within 5 seconds. The key stays in the list as revoked. If it was the
last key that can create others, only the operator can create keys.

Example:
  npm run operator -- key revoke 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme`

/** `key issue`, `key list`, `key show`, `key change` and `key revoke`. */
export function addKeyCommand(program: Command): void {
  const key = program.command('key').description('issue, list, change and revoke API keys')
  const issue = key.command('issue').description('create an API key of a business')
  const name = ['--name <name>', 'the purpose of the key, 1 to 100 characters'] as const
  withPowers(ofBusiness(issue).requiredOption(...name))
    .option(
      '--login',
      'log in with the key on this machine: with a local stack or --stack, whose address is known',
    )
    .addHelpText('after', ISSUE_NOTES)
  withCommonOptions(issue).action(issueFrom)

  const list = key
    .command('list')
    .description('list the API keys of a business, including revoked and expired keys')
  ofBusiness(list).addHelpText('after', '\nExample:\n  npm run operator -- key list --business acme')
  withCommonOptions(list).action(listFrom)

  const show = key
    .command('show')
    .description('show an API key')
    .argument('<key id>', 'the id of the key, as key list shows it')
  withCommonOptions(ofBusiness(show)).action(showFrom)

  const change = key.command('change').description('change the name or the rights of an API key')
  withPowers(
    ofBusiness(change.argument('<key id>', 'the id of the key, as key list shows it')).option(...name),
  )
  withCommonOptions(change.addHelpText('after', CHANGE_NOTES)).action(changeFrom)

  const revoke = key
    .command('revoke')
    .description('revoke an API key')
    .argument('<key id>', 'the id of the key, as key list shows it')
  withCommonOptions(ofBusiness(revoke).addHelpText('after', REVOKE_NOTES)).action(revokeFrom)
}

const ofBusiness = (command: Command) =>
  command.requiredOption('--business <slug or id>', 'the business of the key')

const withPowers = (command: Command) =>
  command
    .option('--scopes <list>', 'the scopes of the key, separated by commas (a new key: all scopes)')
    .option(
      '--expires <time>',
      'the time at which the key stops working (RFC 3339), or "never" (a new key: never)',
    )
    .option(
      '--allow-ips <list>',
      'the IP addresses and CIDR ranges that can use the key, separated by commas; "any" allows all (default for a new key)',
    )
    .option(
      '--rate <number>',
      `the rate limit: requests per second, 1 to 1,000 (a new key: ${DEFAULT_RATE_LIMIT.per_second})`,
    )
    .option(
      '--burst <number>',
      `the burst: requests at once, 1 to 10,000 (a new key: ${DEFAULT_RATE_LIMIT.burst})`,
    )

async function issueFrom(options: KeyOptions & { login?: true }): Promise<void> {
  const input = readNewKey(options)
  const baseUrl = options.login && (await baseUrlOf(options))
  await openTargetToWrite(options)
  const business = await lastingShopOf(options.business)
  const first = `the key may exist, but nobody has its token: check \`operator key list --business ${business.slug}\`, and revoke it before you issue another`
  const { apiKey, token } = await lookingFirst(first, () =>
    explained(business, () => issueApiKey(business.id, input)),
  )
  if (!options.json)
    console.error(`API key "${apiKey.name}" of ${business.name} (${business.slug}). It is never shown again:`)
  let isLost = false
  process.stdout.once('error', () => {
    isLost = true
  })
  console.log(options.json ? JSON.stringify({ ...adminApiKey(apiKey), token }, null, 2) : token)
  // The error of this write comes before the next turn.
  await nextTurn()
  if (isLost)
    throw new Failure(
      `this key works, but nobody has its token: \`operator key revoke ${apiKey.id} --business ${business.slug}\` ends it`,
    )
  if (baseUrl !== undefined) await logIn(baseUrl, token)
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
  showKey(requireApiKey(await getApiKey(business.id, keyId.toLowerCase()), keyId, business), options)
}

async function changeFrom(keyId: string, options: KeyOptions): Promise<void> {
  requireId(keyId)
  if (!saysAnything(options))
    throw new Failure('nothing to change: add at least one option (--help lists them)')
  await openTargetToWrite(options)
  const business = await shopOf(options.business)
  const change = (stored: ApiKey) => readChange(stored, options)
  const apiKey = await explained(business, () => changeApiKey(business.id, keyId.toLowerCase(), change))
  showKey(requireApiKey(apiKey, keyId, business), options)
  await warnWithoutAdmin(business)
}

async function revokeFrom(keyId: string, options: KeyOptions): Promise<void> {
  requireId(keyId)
  await openTargetToWrite(options)
  const business = await shopOf(options.business)
  const apiKey = await explained(business, () => revokeApiKey(business.id, keyId.toLowerCase()))
  const revoked = requireApiKey(apiKey, keyId, business)
  showKey(revoked, options)
  await warnOfWebhooks(business, revoked)
  await warnWithoutAdmin(business)
}

/** Names the webhooks that a revoked key created: they continue without it. */
async function warnOfWebhooks(business: Business, { id: keyId }: ApiKey): Promise<void> {
  const { items } = await listWebhooks(business.id, { limit: RESOURCES.webhook.limit })
  const ids = items.filter(({ created_by }) => created_by === keyId).map(({ id }) => id)
  if (ids.length > 0) console.error(`webhooks that the key created still get events: ${ids.join(', ')}`)
}

function requireId(keyId: string): void {
  if (!isUuid(keyId))
    throw new Failure(`${quoted(keyId)} is not a key id: use the UUID that key list shows, not the token`)
}

function requireApiKey(apiKey: ApiKey | undefined, keyId: string, { slug }: Business): ApiKey {
  if (!apiKey) throw new Failure(`${slug} has no API key ${quoted(keyId)}`)
  return apiKey
}

async function explained<T>({ slug }: Business, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.reason === 'limit_reached')
      throw new Failure(`${slug} already has 50 live API keys: revoke one first`, { cause: error })
    if (error.reason === 'own_key_ended')
      throw new Failure(`${slug} is being deleted: its API keys can no longer be issued or changed`, {
        cause: error,
      })
    if (error.reason === 'api_key_inactive')
      throw new Failure('this API key is revoked: create a new one with key issue', { cause: error })
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
    `warning: ${business.slug} now has no permanent key that can create others; create one with key issue`,
  )
}
