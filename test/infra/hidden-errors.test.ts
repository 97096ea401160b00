import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { handler as adjust } from '../../functions/admin/inventory/adjust.ts'
import { handler as bulk } from '../../functions/admin/products/bulk.ts'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'
import type { Business } from '../../lib/domain/business.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { catchLog, type LogLine } from '../support/log.ts'
import { templateOf } from '../support/settings.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../support/shop.ts'
import { proxyTable, type TableFault, type TableProxy } from '../support/table-proxy.ts'
import { resourcesOf } from '../support/template.ts'

let table: TableProxy
let lines: LogLine[]
let business: Business
let productId: string
let verdict: Record<string, unknown>
beforeAll(async () => {
  table = await proxyTable()
  business = await makeBusiness()
  await makeCategory(business)
  productId = (await makeProduct(business, { category_id: 'tea', track_inventory: true })).id
  verdict = {
    business_id: business.id,
    identified_by: 'api_key',
    key_id: (await makeKey(business)).apiKey.id,
    scopes: 'products:write inventory:write',
    rate_limit: '100/1000',
  }
})
afterAll(() => table.close())
beforeEach(() => {
  lines = catchLog()
  vi.useFakeTimers({ toFake: ['Date'] })
  letPausesPass(async (ms) => void vi.setSystemTime(Date.now() + 500 + ms))
  onTestFinished(() => {
    letPausesPass()
    vi.useRealTimers()
    vi.restoreAllMocks()
    table.failWith(undefined)
  })
})

/** The lines that the alarm AdminErrors counts, by the filter of the template. */
function counted(): LogLine[] {
  const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
  const filter = resourcesOf(template, 'AWS::Logs::MetricFilter').find(
    ({ Properties }) =>
      (Properties.MetricTransformations as { MetricName: string }[])[0]?.MetricName === 'AdminErrors',
  )
  const [, member = '', least] =
    /^\{ \$\.(\w+) >= (\d+) \}$/.exec(String(filter?.Properties.FilterPattern)) ?? []
  return lines.filter((line) => Number(line[member]) >= Number(least))
}

const REQUESTS = {
  'an operation of a bulk request': () => {
    const operations = [{ op: 'update', id: productId, data: { name: 'Mug' } }]
    return [bulk, '/admin/products/bulk', { operations }] as const
  },
  'a change of stock': () => {
    const changes = [{ variant_id: productId, quantity: 5 }]
    return [adjust, '/admin/inventory/adjust', { reason: 'correction', changes, atomic: false }] as const
  },
}

const FAULTS: [status: number, TableFault][] = [
  [500, { status: 400, type: 'ValidationException' }],
  [503, { status: 500, type: 'InternalServerError' }],
]

test.each(
  Object.entries(REQUESTS).flatMap(([name, request]) =>
    FAULTS.map(([status, fault]) => [name, status, fault, request] as const),
  ),
)(
  '%s that ends with %i counts for the alarm, though the response is 200',
  async (_, status, fault, request) => {
    const [handler, route, body] = request()
    const event = apiEvent({
      method: 'POST',
      route,
      verdict,
      headers: { 'content-type': 'application/json' },
    })
    table.failWith(fault, 'TransactWriteItems')
    const answer = await handler({ ...event, body: JSON.stringify(body) }, lambdaContext())
    expect(answer.statusCode).toBe(200)
    expect(JSON.parse(answer.body ?? '').data).toMatchObject([{ status }])
    expect(counted()).toMatchObject([{ level: 'error', status, request_id: expect.any(String) }])
  },
)

test('a request that succeeds does not count', async () => {
  const [handler, route, body] = REQUESTS['a change of stock']()
  const event = apiEvent({ method: 'POST', route, verdict, headers: { 'content-type': 'application/json' } })
  const answer = await handler({ ...event, body: JSON.stringify(body) }, lambdaContext())
  expect(answer.statusCode).toBe(200)
  expect(counted()).toEqual([])
})
