import { isDeepStrictEqual } from 'node:util'
import type { Route } from '../../lib/api/route.ts'
import { BASE_PATH } from '../../lib/api/route.ts'
import { ROUTES } from '../../lib/api/routes.ts'
import { type Attempt, attemptsOn } from './foreign-names.ts'
import { CANARY, makeMarked, type Names } from './marked-merchant.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

const IDENTIFIED = ROUTES.filter(({ access }) => access !== 'none')

/** After this many attempts another pair of businesses, whose ids are others. */
const ATTEMPTS_PER_PAIR = 2_000

/**
 * Lets one business ask for what is another's, on every route and in every place where an id can stand: each answer
 * is the one that a name gets which never existed, and holds no canary; nothing of the other's changes. Counts
 * attempts.
 */
export async function proveTenants({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  while (run.goesOn()) {
    const ours = await makeMerchant(baseUrl, ['tea', 'pots'])
    const theirs = await makeMarked(baseUrl)
    const before = await theirs.everything()
    for (let n = 0; n < ATTEMPTS_PER_PAIR && run.goesOn(); n++) {
      const route = run.oneOf(IDENTIFIED)
      const identity = run.oneOf(identitiesOf(ours, route))
      const attempt = run.oneOf(run.oneOf(attemptsOn(route)))
      await tryForeignName((name) => send(baseUrl, identity, attempt, name), attempt, theirs.names, run)
    }
    const after = await theirs.everything()
    const shown = (items: object) => JSON.stringify(items)
    // The engine chooses the order of an item's attributes anew.
    hold(isDeepStrictEqual(after, before), () => `theirs changed from\n${shown(before)}\nto\n${shown(after)}`)
    run.count('pairs of businesses')
  }
}

/** Ways in which a business identifies itself on a route. */
function identitiesOf({ business, token }: Merchant, { access }: Route): Record<string, string>[] {
  const key = { authorization: `Bearer ${token}` }
  if (access !== 'public') return [key]
  return [{ 'x-public-business-slug': business.slug }, { 'x-public-business-uuid': business.id }, key]
}

async function send(
  url: string,
  identity: Record<string, string>,
  { method, path, headers, body }: Attempt,
  name: string,
): Promise<{ status: number; seen: string }> {
  const response = await fetch(url + path(name), {
    method,
    headers: { 'content-type': 'application/json', ...headers?.(name), ...identity },
    ...(body && { body: JSON.stringify(body(name)) }),
  })
  return { status: response.status, seen: apart(response, await response.text(), name) }
}

/** Headers that differ between any two responses. */
const PASSING = ['date', 'x-request-id', 'apigw-requestid', 'ratelimit', 'content-length', 'etag']

/** An answer without the name that was asked for, and without what no two answers have in common. */
function apart(response: Response, text: string, name: string): string {
  const kept = [...response.headers].filter(([header]) => !PASSING.includes(header))
  return [response.status, ...kept, text]
    .join('\n')
    .replaceAll(encodeURIComponent(name), '<name>')
    .replaceAll(name, '<name>')
    .replaceAll(name.toLowerCase(), '<name>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>')
    .replace(/"next_cursor":"[^"]+"/g, '"next_cursor":"<cursor>"')
    .replace(/cursor=[\w-]+/g, 'cursor=<cursor>')
    .replace(/"version":\d+/g, '"version":<n>')
    .replace(/(sfk_\w{4}"|"last4":"\w{4}"|sfk_\w{49})/g, '<token>')
}

async function tryForeignName(
  ask: (name: string) => ReturnType<typeof send>,
  { method, path, place }: Attempt,
  names: Names,
  run: Run,
): Promise<void> {
  const [theirs, nobodys] = run.oneOf(Object.values(names))
  const shown = `${method} ${BASE_PATH}${path(theirs)} (${place})`
  const answer = await ask(theirs)
  const reference = await ask(nobodys)
  run.advance()
  run.count(`answers of ${answer.status}`)
  hold(answer.status < 500, () => `${shown}:\n${answer.seen}`)
  hold(!answer.seen.includes(CANARY), () => `a canary at ${shown}:\n${answer.seen}`)
  const same = answer.seen === reference.seen
  hold(same, () => `${shown}:\n${answer.seen}\n\nnot, as ${nobodys}:\n${reference.seen}`)
}
