import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { handler as listProducts } from '../../functions/products/list.ts'
import { deleteBatch, readItem, sendTransaction } from '../../lib/data/table/calls/writer.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { catchLog, type LogLine } from '../support/log.ts'
import { templateOf } from '../support/settings.ts'
import { makeBusiness } from '../support/shop.ts'
import { proxyTable, type TableFault, type TableProxy } from '../support/table-proxy.ts'
import { isAlarm, resourcesOf } from '../support/template.ts'

let table: TableProxy
let lines: LogLine[]
beforeAll(async () => {
  table = await proxyTable()
})
afterAll(() => table.close())
beforeEach(() => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand')
  lines = catchLog()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    table.failWith(undefined)
  })
})

const throttling = { status: 400, type: 'ThrottlingException' }

/** The lines that the alarm's metric counts, by the filters of the template. */
function counted(): LogLine[] {
  const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
  const alarm = resourcesOf(template, 'AWS::CloudWatch::Alarm').find((one) => isAlarm(one, 'TableThrottled'))
  const filters = resourcesOf(template, 'AWS::Logs::MetricFilter').filter(
    ({ Properties }) =>
      (Properties.MetricTransformations as { MetricName: string }[])[0]?.MetricName ===
      alarm?.Properties.MetricName,
  )
  const groups = filters.map(({ Properties }) =>
    (Properties.LogGroupName as { Ref: string }).Ref.replace(/[0-9A-F]{8}$/, ''),
  )
  expect(groups.sort()).toEqual(['AdminLogs', 'BackgroundLogs', 'PublicLogs'])
  const values = new Set(filters.map(({ Properties }) => Properties.FilterPattern))
  const [, value] = /^\{ \$\.alarm = "(\w+)" \}$/.exec([...values].join()) ?? []
  return lines.filter((line) => line.alarm === value)
}

test('every throttled try of a public read of an index is counted', async () => {
  const { id } = await makeBusiness()
  table.failWith(throttling, 'Query')
  const verdict = { business_id: id, identified_by: 'public' }
  const answer = await listProducts(apiEvent({ route: 'GET /api/v1/products', verdict }), lambdaContext())
  expect(answer.statusCode).toBe(503)
  expect(counted()).toHaveLength(3)
})

test('a read that succeeds has no such line', async () => {
  const { id } = await makeBusiness()
  const verdict = { business_id: id, identified_by: 'public' }
  expect(
    (await listProducts(apiEvent({ route: 'GET /api/v1/products', verdict }), lambdaContext())).statusCode,
  ).toBe(200)
  expect(counted()).toEqual([])
})

const KEY = { pk: 'BIZ#throttled', sk: 'A' }
const cancelled = (...codes: string[]) => ({
  status: 400,
  type: 'TransactionCanceledException',
  more: { CancellationReasons: codes.map((Code) => ({ Code })) },
})
const put = () =>
  sendTransaction([{ Put: { Item: KEY } }, { Put: { Item: { ...KEY, sk: 'B' } } }], randomUUID())

test.each<[string, TableFault, () => Promise<unknown>, number]>([
  ['each try of a read with the SDK', throttling, () => readItem(KEY), 3],
  ['a transaction', throttling, put, 1],
  ['a transaction of which an item is throttled', cancelled('None', 'ThrottlingError'), put, 1],
  [
    'a transaction of which an item is throttled by its table',
    cancelled('ProvisionedThroughputExceeded'),
    put,
    1,
  ],
  [
    'no transaction whose condition fails',
    cancelled('ConditionalCheckFailed', 'TransactionConflict'),
    put,
    0,
  ],
  ['a batch of deletions', throttling, () => deleteBatch([KEY]), 1],
  ['no read that breaks off', 'reset', () => readItem(KEY), 0],
])('%s is counted', async (_, fault, call, count) => {
  table.failWith(fault)
  await expect(call()).rejects.toThrow()
  expect(counted()).toHaveLength(count)
})

test('a program outside Lambda writes none of it into its results', async () => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', undefined)
  table.failWith(throttling)
  await expect(readItem(KEY)).rejects.toThrow()
  expect(lines).toEqual([])
})
