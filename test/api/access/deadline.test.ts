import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { handler as authorizer } from '../../../functions/authorizer.ts'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { useTable } from '../../../lib/environment.ts'
import { answer, listen, type Reaction, settled, silence, type Wire } from '../../data/dynamodb/wire.ts'
import { stopClock } from '../../faults/clock.ts'
import { apiEvent } from '../../support/events.ts'
import { catchLog } from '../../support/log.ts'

/** The gateway waits 10 s for the authorizer; it must have answered before. */
const LONGEST_MS = 8_000
const ID = '7b1c2f7e-3c1e-4b0e-9a51-0c9f6ae3a001'

let wire: Wire
beforeAll(async () => {
  stopClock()
  // A pause may be as short as this, and then it passes without anybody to wait for it.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  wire = await listen()
  useTable({ name: 'table', endpoint: wire.endpoint })
  catchLog()
})
afterAll(() => wire.close())

const item = (attributes: Record<string, string | null>): Reaction => {
  const values = Object.entries(attributes).map(([name, S]) => [name, S === null ? { NULL: true } : { S }])
  return answer(200, JSON.stringify({ Item: Object.fromEntries(values) }))
}
const token = item({
  business_id: ID,
  key_id: ID,
  scopes: 'products:read',
  rate_limit: '1/1',
  allowed_ips: '',
  key_name: null,
  expires_at: null,
  revoked_at: null,
})
const openRow = item({ business_id: ID, status: 'active' })

/** Asks for a route, and says what the verdict was and how long it took. */
async function ask(headers: Record<string, string>) {
  const event = apiEvent({ route: '/business', headers }) as unknown as APIGatewayRequestAuthorizerEventV2
  const before = Date.now()
  const { context } = await settled(authorizer(event))
  return { context, ms: Date.now() - before }
}

test('the reads for a key, of its token and of its business, share 8 s: a slow one leaves less to the next', async () => {
  // The first read succeeds at its third try, after 6 s; the second never does.
  wire.plan(silence, silence, token, silence)
  const { context, ms } = await ask({ authorization: `Bearer ${mintToken()}` })
  expect(context).toEqual({ denial: 'identity_unavailable' })
  expect(wire.requests.length).toBeGreaterThan(3)
  expect(ms).toBeLessThanOrEqual(LONGEST_MS)
})

test('a late response within the deadline still identifies the caller', async () => {
  wire.plan(silence, silence, token, openRow)
  const { context, ms } = await ask({ authorization: `Bearer ${mintToken()}` })
  expect(context).toMatchObject({ business_id: ID, identified_by: 'api_key' })
  expect(ms).toBeLessThanOrEqual(LONGEST_MS)
})
