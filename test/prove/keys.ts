import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isToken, mintToken } from '../../lib/domain/api-keys/token.ts'
import {
  anyPowers,
  isNarrowing,
  leavesNoAdmin,
  type ModelKey,
  mayHandleKeys,
  type Powers,
  refusalOf,
} from './key-model.ts'
import { type Leaks, leaksOf } from './leaks.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

const MINTED = 100_000
const OPERATIONS_PER_ROUND = 25
/** A business may have 50 keys that work. */
const MOST_KEYS = 40
const ROUNDS_PER_BUSINESS = 4
/** Whatever was taken from a key is gone everywhere after this. */
const HOLDS_EVERYWHERE_MS = 5_000

/**
 * Mints many tokens, then makes, rotates, narrows and revokes keys by the keys themselves, beside a model that says
 * what each may do; asks every token that ever was whether it still works, five seconds later; and looks for tokens
 * and secrets of webhooks in all that was left behind. Counts operations.
 */
export async function proveKeys(stack: ProvenStack, run: Run): Promise<void> {
  proveTokens(run)
  const leaks = leaksOf(stack)
  while (run.goesOn()) {
    const merchant = await makeMerchant(stack.baseUrl, [])
    const shop = await openShop(merchant, leaks)
    for (let round = 0; round < ROUNDS_PER_BUSINESS && run.goesOn(); round++) {
      for (let n = 0; n < OPERATIONS_PER_ROUND && run.goesOn(); n++) await operate(shop, run)
      await wait(HOLDS_EVERYWHERE_MS)
      await checkTokens(shop, run)
    }
    await raceOfAdmins(stack, run)
    await changeWebhooks(merchant, leaks)
  }
  await leaks.check(run)
}

/** Every token has the shape, none comes twice, and no character of one can be another. */
function proveTokens(run: Run): void {
  const seen = new Set<string>()
  for (let n = 0; n < MINTED; n++) {
    const token = mintToken()
    hold(isToken(token) && /^sfk_[0-9A-Za-z]{49}$/.test(token), () => `a token of a wrong shape: ${n}`)
    const at = run.below(token.length)
    const other = run.oneOf([...'0aZ_-'].filter((character) => character !== token[at]))
    hold(
      !isToken(token.slice(0, at) + other + token.slice(at + 1)),
      () => `a wrong character at ${at} passes`,
    )
    seen.add(token)
  }
  hold(seen.size === MINTED, () => `${MINTED - seen.size} tokens came twice`)
  run.count('tokens minted', MINTED)
}

/** A business with its keys as they are and as they should be. */
interface Shop extends Merchant {
  leaks: Leaks
  keys: ModelKey[]
  /** Every token there ever was, and whether it should work. */
  tokens: Set<string>
}

async function openShop(merchant: Merchant, leaks: Leaks): Promise<Shop> {
  const { body } = await merchant.call('GET', '/admin/api-keys/current')
  const first = { ...(body as unknown as ModelKey), isRevoked: false, tokens: [merchant.token] }
  leaks.note('token', merchant.token)
  return { ...merchant, leaks, keys: [first], tokens: new Set([merchant.token]) }
}

/** Sends a call by a key of the business, and tells status and code. */
async function ask({ call, leaks }: Shop, by: ModelKey, method: string, path: string, body?: object) {
  const authorization = `Bearer ${by.tokens[0]}`
  const answer = await call(method, path, body, { authorization })
  leaks.hear(path, answer)
  return {
    ...answer,
    said: answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.body.code}`,
  }
}

async function operate(shop: Shop, run: Run): Promise<void> {
  const by = run.oneOf(shop.keys.filter(mayHandleKeys))
  const key = run.oneOf(shop.keys)
  const live = shop.keys.filter(({ isRevoked }) => !isRevoked)
  const kinds = [...(live.length < MOST_KEYS ? [create, create, create] : []), rotate, narrow, narrow, revoke]
  const said = await run.oneOf(kinds)(shop, { by, key, run })
  run.advance()
  run.count(said)
}

interface Operation {
  by: ModelKey
  key: ModelKey
  run: Run
}

async function create(shop: Shop, { by, run }: Operation): Promise<string> {
  const powers = anyPowers(run)
  const expected = powers.scopes.length === 0 ? '422 validation_failed' : refusalOf(powers, by)
  const { said, body } = await ask(shop, by, 'POST', '/admin/api-keys', { name: 'made', ...powers })
  expectSaid(said, expected ?? '201', () => `to make ${shown(powers)} by ${shown(by)}`)
  if (expected === undefined) {
    const token = learn(shop, String(body.token))
    shop.keys.push({ ...powers, id: String(body.id), isRevoked: false, tokens: [token] })
  }
  return `creations ${said}`
}

async function rotate(shop: Shop, { by, key, run }: Operation): Promise<string> {
  const overlap = run.oneOf([0, 3_600, 604_800])
  const expected = refusalOf(key, by) ?? (key.isRevoked ? '409 api_key_inactive' : '201')
  const path = `/admin/api-keys/${key.id}/rotate`
  const { said, body } = await ask(shop, by, 'POST', path, { overlap_seconds: overlap })
  expectSaid(said, expected, () => `to rotate ${shown(key)} by ${shown(by)}`)
  if (expected === '201')
    key.tokens = [learn(shop, String(body.token)), ...(overlap > 0 ? key.tokens.slice(0, 1) : [])]
  return `rotations ${said}`
}

async function narrow(shop: Shop, { by, key, run }: Operation): Promise<string> {
  const { expires_at, allowed_ips, rate_limit, scopes } = anyPowers(run)
  const wanted = run.oneOf([
    { expires_at },
    { allowed_ips },
    { rate_limit },
    ...(scopes[0] ? [{ scopes }] : []),
  ])
  const after: ModelKey = { ...key, ...wanted }
  const expected =
    refusalOf(key, by) ??
    (key.isRevoked ? '409 api_key_inactive' : undefined) ??
    (isNarrowing(key, after) ? undefined : '422 validation_failed') ??
    (leavesNoAdmin(shop.keys, after) ? '409 last_admin_key' : '200')
  const { said } = await ask(shop, by, 'PATCH', `/admin/api-keys/${key.id}`, wanted)
  expectSaid(said, expected, () => `to give ${shown(key)} ${JSON.stringify(wanted)} by ${shown(by)}`)
  if (expected === '200') Object.assign(key, wanted)
  return `changes ${said}`
}

async function revoke(shop: Shop, { by, key }: Operation): Promise<string> {
  const after: ModelKey = { ...key, isRevoked: true }
  const isLast = !key.isRevoked && leavesNoAdmin(shop.keys, after)
  const expected = refusalOf(key, by) ?? (isLast ? '409 last_admin_key' : '204')
  const { said } = await ask(shop, by, 'DELETE', `/admin/api-keys/${key.id}`)
  expectSaid(said, expected, () => `to revoke ${shown(key)} by ${shown(by)}`)
  if (expected === '204') Object.assign(key, { isRevoked: true, tokens: [] })
  return `revocations ${said}`
}

function learn({ leaks, tokens }: Shop, token: string): string {
  hold(isToken(token), () => 'an answer shows no token')
  leaks.note('token', token)
  tokens.add(token)
  return token
}

const expectSaid = (said: string, expected: string, what: () => string) =>
  hold(said === expected, () => `${what()}: ${said}, not ${expected}`)

const shown = ({ scopes, expires_at, allowed_ips, rate_limit }: Powers) =>
  JSON.stringify({ scopes: [...scopes].sort(), expires_at, allowed_ips, rate_limit })

/** Checks that every live token works, as its own key, and that all others are refused. */
async function checkTokens({ keys, tokens, call }: Shop, run: Run): Promise<void> {
  const owners = new Map(keys.flatMap((key) => key.tokens.map((token) => [token, key] as const)))
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await call('GET', '/admin/api-keys/current', undefined, headers)
    const owner = owners.get(token)
    hold(
      status === (owner ? 200 : 401),
      () => `a token answers ${status}, its key is ${owner && shown(owner)}`,
    )
    if (owner) {
      const isAsItShould = body.id === owner.id && shown(body as unknown as Powers) === shown(owner)
      hold(isAsItShould, () => `a token is of ${JSON.stringify(body)}, not ${shown(owner)}`)
    }
    run.count(owner ? 'tokens that work' : 'tokens that ended')
  }
}

/** Makes webhooks with a token in their address, asks for each in every way, with and without errors, and rotates its secret. */
async function changeWebhooks({ call }: Merchant, leaks: Leaks): Promise<void> {
  const ask = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const answer = await call(method, path, body, headers)
    leaks.hear(path, answer)
    if (typeof answer.body.secret === 'string') leaks.note('secret of a webhook', answer.body.secret)
    return answer
  }
  const key = randomBytes(32).toString('hex')
  leaks.note('token of an address', key)
  const wanted = { url: `https://hooks.example/in?key=${key}`, events: ['*'] }
  const once = { 'idempotency-key': randomUUID() }
  const { status, body } = await ask('POST', '/admin/webhooks', wanted, once)
  hold(status === 201, () => `a webhook was not made: ${status}`)
  await ask('POST', '/admin/webhooks', wanted, once)
  const path = `/admin/webhooks/${body.id}`
  const { body: rotated } = await ask('POST', `${path}/rotate-secret`)
  hold(typeof rotated.secret === 'string', () => 'a rotation shows no secret')
  for (const bad of [{ secret: rotated.secret }, { events: [rotated.secret] }, { description: 7 }])
    await ask('PATCH', path, bad)
  await ask('GET', `${path}?fields=${rotated.secret}`)
  await ask('POST', `${path}/test`)
  for (const read of [`${path}/deliveries`, '/admin/events', '/admin/webhooks']) await ask('GET', read)
}

const ADMINISTRATORS = 5

/** Administrators, and nobody else is one, revoke one another all at once: one of them stays. */
async function raceOfAdmins({ baseUrl }: ProvenStack, run: Run): Promise<void> {
  const { call, token } = await makeMerchant(baseUrl, [])
  const { body: first } = await call('GET', '/admin/api-keys/current')
  const ring = [{ id: first.id, token }]
  while (ring.length < ADMINISTRATORS) {
    const { body } = await call('POST', '/admin/api-keys', { name: 'one more', scopes: first.scopes })
    ring.push({ id: body.id, token: String(body.token) })
  }
  const answers = await Promise.all(
    ring.map((key, n) => {
      const authorization = `Bearer ${ring[(n + 1) % ring.length]?.token}`
      return call('DELETE', `/admin/api-keys/${key.id}`, undefined, { authorization })
    }),
  )
  const gone = answers.filter(({ status }) => status === 204).length
  const said = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`)
  hold(gone < ADMINISTRATORS, () => `no administrator is left: ${said}`)
  for (const { status } of answers) hold([204, 401, 409].includes(status), () => `${said}`)
  run.count('administrators that revoked one another', ADMINISTRATORS)
  run.count('of whom stayed', ADMINISTRATORS - gone)
}
