import { beforeAll, expect, inject, test } from 'vitest'
import { describeApi, describeStrictly } from '../../../../lib/docs/description/describe.ts'
import { isToken } from '../../../../lib/domain/api-keys/token.ts'
import { keep } from '../../../afterwards/records.ts'
import { makeBusiness, makeToken } from '../../../support/shop.ts'
import type { ApiAnswer } from './exchange.ts'
import { requestJudge } from './judge.ts'
import { type Known, knownIn, type Shop } from './known.ts'
import type { ApiRequest } from './request.ts'
import { type Trial, tryRequests } from './trial.ts'

const REQUESTS = 500

const seen = new Map<string, number>()
let known: Known

async function makeShop(): Promise<Shop> {
  const business = await makeBusiness()
  return { business, token: await makeToken(business) }
}

/** Counts answers, and notes what must be in no log. */
function note({ mutations }: ApiRequest, { status, headers, body }: ApiAnswer): void {
  if (headers['content-type'] === 'application/problem+json' && body) keep('problems', body)
  // Not the one in the description, which is nobody's.
  for (const [token] of body.matchAll(/sfk_\w{49}/g)) if (isToken(token)) keep('tokens', token)
  const kind = `${mutations.length === 0 ? 'as described' : 'broken'} ${Math.trunc(status / 100)}xx`
  seen.set(kind, (seen.get(kind) ?? 0) + 1)
}

// The same requests in every run of one commit, names apart. `npm run prove -- requests` tries more.
const seed = inject('seed')

beforeAll(async () => {
  known = await knownIn(inject('baseUrl'), await makeShop(), await makeShop())
})

test(`${REQUESTS} requests made from the description by seed ${seed}, half of them broken, get responses as it describes`, async () => {
  const description = describeApi()
  const judge = requestJudge(describeStrictly())
  const trial: Trial = { baseUrl: inject('baseUrl'), description, known, judge, note }
  const found = await tryRequests(trial, { count: REQUESTS, seed })
  if (found) expect.fail(found)
  // Requests that are all refused would prove little.
  expect(seen.get('as described 2xx')).toBeGreaterThan(REQUESTS / 8)
  expect(seen.get('broken 4xx')).toBeGreaterThan(REQUESTS / 8)
})
