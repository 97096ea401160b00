import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { handler as runDue } from '../../../functions/due/run.ts'
import { handler as dispatch } from '../../../functions/events/dispatch.ts'
import { handler as runImport } from '../../../functions/imports/run.ts'
import { handler as build } from '../../../functions/search/build.ts'
import { handler as deliver } from '../../../functions/webhooks/deliver.ts'
import { handler as sweep } from '../../../functions/webhooks/sweep.ts'
import type { BACKGROUND } from '../../../lib/api/routes.ts'
import { apiKeyKey, eventKey } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { ENVIRONMENT, tableName, useTable } from '../../../lib/environment.ts'
import { plantDue } from '../../due/due-items.ts'
import { startImport } from '../../import/run/bench.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { lambdaContext, messageEvent } from '../../support/events.ts'
import { catchLog, type LogLine } from '../../support/log.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { templateOf } from '../../support/settings.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { resourcesOf } from '../../support/template.ts'

// A sweep looks at the imports of all businesses.
await useOwnTable()

const HOUR_MS = 60 * 60_000

let ours: Business
let importId = ''
let proxy: DynamoProxy
let foreign = {}
let lies = false
let lines: LogLine[] = []

/** An answer of the table to a call about our business, with an item of another one. */
function untrue(operation: string, answer: Record<string, unknown>): object {
  if (operation === 'GetItem') return { Item: foreign }
  if (operation === 'UpdateItem') return { Attributes: foreign }
  if (operation === 'Query') return { ...answer, Items: [foreign] }
  if (operation === 'BatchGetItem') return { Responses: { [tableName()]: [foreign] } }
  return answer
}

beforeAll(async () => {
  proxy = await dynamoProxy({
    endpoint: String(process.env.AWS_ENDPOINT_URL_DYNAMODB),
    async onCall({ operation, body, send }) {
      const reply = await send()
      if (!lies || !body.includes(ours.id)) return reply
      return { status: 200, body: JSON.stringify(untrue(operation, JSON.parse(reply.body))) }
    },
  })
  useTable({ name: tableName(), endpoint: proxy.endpoint })
  ours = await makeBusiness()
  const { pk, sk } = apiKeyKey((await makeBusiness()).id, randomUUID())
  foreign = { pk: { S: pk }, sk: { S: sk } }
  const apiKeyId = (await makeKey(ours)).apiKey.id
  const began = new Date(Date.now() - 2 * HOUR_MS)
  await plantDue(ours.id, began.getTime())
  importId = await startImport({ business: ours, apiKeyId }, '{"external_id":"a"}', {}, began)
})
afterAll(() => proxy.close())
beforeEach(() => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand')
  vi.stubEnv(ENVIRONMENT.importPace, '40')
  lines = catchLog()
  lies = true
  onTestFinished(() => {
    lies = false
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
})

const MESSAGE = 'a-message'

const idsOf = (more: object) => ({ business_id: ours.id, ...more })

/** An invocation of each background function in which it meets an item of another business. */
const INVOCATIONS: Record<(typeof BACKGROUND)[number]['function'], () => Promise<unknown>> = {
  'events/dispatch': () => {
    const { pk, sk } = eventKey(ours.id, `evt_${randomUUID()}`)
    return dispatch({
      Records: [{ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: '7' } }],
    })
  },
  'webhooks/deliver': () =>
    deliver(messageEvent(idsOf({ webhook_id: randomUUID() }), MESSAGE), lambdaContext()),
  'search/build': () => build(messageEvent(idsOf({ requested_at: Date.now() }), MESSAGE)),
  'imports/run': () => runImport(messageEvent(idsOf({ import_id: importId }), MESSAGE)),
  'webhooks/sweep': () => sweep(),
  'due/run': () => runDue(),
}

/** The pattern of the alarm in the log group of background functions: a member of a line, and its value. */
function patternOfAlarm(): [string, string] {
  const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
  const patterns = resourcesOf(template, 'AWS::Logs::MetricFilter').flatMap(({ Properties }) => {
    const [{ MetricName = '' } = {}] = Properties.MetricTransformations as { MetricName?: string }[]
    const { Ref } = Properties.LogGroupName as { Ref: string }
    const isOurs = MetricName === 'ForeignItems' && Ref.startsWith('BackgroundLogs')
    return isOurs ? [String(Properties.FilterPattern)] : []
  })
  const [, member = '', value = ''] = /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(patterns.join()) ?? []
  return [member, value]
}

test.each(Object.entries(INVOCATIONS))(
  '%s that meets an item of another business raises the alarm',
  async (_, invoke) => {
    const [member, value] = patternOfAlarm()
    await invoke().catch(() => {})
    expect(lines.filter((line) => line[member] === value)).toEqual([
      expect.objectContaining({
        level: 'error',
        message: 'tenant_guard',
        business_id: ours.id,
        error: expect.stringContaining('ForeignItem: an item of another business was read'),
      }),
    ])
  },
)

test.each([
  ['webhooks/deliver', 'delivery'],
  ['search/build', 'search_index'],
  ['imports/run', 'import'],
] as const)('what nobody caught in %s is in its log with the ids of its message', async (name, message) => {
  await expect(INVOCATIONS[name]()).rejects.toThrow('an item of another business was read')
  expect(lines.at(-1)).toMatchObject({
    level: 'error',
    message,
    message_id: MESSAGE,
    business_id: ours.id,
    error: expect.stringContaining('ForeignItem: '),
  })
})

test('what nobody caught in the sweep is in its log', async () => {
  await expect(sweep()).rejects.toThrow('imports could not all be looked at')
  // Behind it can be the line of another part, which was carried out.
  const cause: unknown = expect.stringContaining('ForeignItem')
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'sweep', cause }))
})

test('a program outside Lambda writes no line into its results', async () => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', undefined)
  await expect(INVOCATIONS['search/build']()).rejects.toThrow()
  expect(lines.filter(({ alarm }) => alarm !== undefined)).toEqual([])
})
