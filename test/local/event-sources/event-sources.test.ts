import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FunctionLine } from '../../../lib/local/lambda/function-pool.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'
import { temporaryFolder, writeAssembly } from '../fixture.ts'
import { consumersTemplate, eventsOf, recordsOf } from './consumers.ts'

const resources = new AsyncDisposableStack()
const lines: FunctionLine[] = []
let stack: RunningStack
let table: DynamoDBClient

beforeAll(async () => {
  const assembly = resources.use(await temporaryFolder())
  await writeAssembly(assembly.path, consumersTemplate())
  stack = await startStack({ assemblyDir: assembly.path, port: 0, log: (line) => lines.push(line) })
  resources.defer(stack.stop)
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  table = new DynamoDBClient({ endpoint: stack.table.endpoint, region: 'local', credentials })
  resources.defer(() => table.destroy())
})
afterAll(() => resources.disposeAsync())

const waiting = { timeout: 20_000, interval: 50 }
const Wake = 'http://queue/000000000000/fixture-Wake'
const Dead = 'http://queue/000000000000/fixture-Dead'

const itemOf = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } })
const put = (pk: string, sk: string, value = '') =>
  table.send(
    new PutItemCommand({ TableName: stack.table.name, Item: { ...itemOf(pk, sk), value: { S: value } } }),
  )
const send = (MessageBody: string) => stack.queue('SendMessage', { QueueUrl: Wake, MessageBody })

/** `evt_1 of BIZ#1`, for each record that the function has got, however often. */
const seen = () =>
  recordsOf(lines, 'OnRecord').map(({ dynamodb }) => {
    const { Keys } = dynamodb as { Keys: { pk: { S: string }; sk: { S: string } } }
    return `${Keys.sk.S} of ${Keys.pk.S}`
  })
const bodies = () => recordsOf(lines, 'OnMessage').map(({ body }) => body)

/** Reads the bodies of so many dead letters, and removes them. */
async function deadLetters(count: number): Promise<string[]> {
  const found: JsonObject[] = []
  const receive = async () => {
    const { Messages } = await stack.queue('ReceiveMessage', { QueueUrl: Dead, MaxNumberOfMessages: 10 })
    found.push(...((Messages ?? []) as JsonObject[]))
    return found.length
  }
  await expect.poll(receive, waiting).toBe(count)
  for (const { ReceiptHandle } of found)
    await stack.queue('DeleteMessage', { QueueUrl: Dead, ReceiptHandle: String(ReceiptHandle) })
  return found.map(({ Body }) => String(Body))
}

test('a function gets the records that its filters let through, in their order', async () => {
  await put('BIZ#1', 'PRODUCT#1')
  await put('BIZ#1', 'evt_1')
  await put('BIZ#1', 'evt_1', 'changed')
  await put('BIZ#1', 'WEBHOOK#1')
  await put('BIZ#1', 'WEBHOOK#1', 'changed')
  await table.send(new DeleteItemCommand({ TableName: stack.table.name, Key: itemOf('BIZ#1', 'WEBHOOK#1') }))
  await put('BIZ#1', 'evt_2')
  const ofBusiness = () => seen().filter((record) => record.endsWith('BIZ#1'))
  const expected = ['evt_1', 'WEBHOOK#1', 'WEBHOOK#1', 'evt_2'].map((sk) => `${sk} of BIZ#1`)
  await expect.poll(ofBusiness, waiting).toEqual(expected)
  expect(recordsOf(lines, 'OnRecord')[0]).toMatchObject({
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    eventSourceARN: 'arn:aws:dynamodb:local:000000000000:table/fixture-Table/stream/local',
    awsRegion: 'local',
    dynamodb: {
      Keys: itemOf('BIZ#1', 'evt_1'),
      SequenceNumber: expect.stringMatching(/^\d+$/),
      StreamViewType: 'KEYS_ONLY',
      ApproximateCreationDateTime: expect.any(Number),
    },
  })
})

test('records that a function cannot handle are given up after its retries, and hold up no others', async () => {
  await put('throw', 'evt_3')
  await put('report', 'evt_4')
  await put('BIZ#2', 'evt_5')
  await expect.poll(seen, waiting).toContain('evt_5 of BIZ#2')
  const given = (await deadLetters(2)).map((body) => JSON.parse(body))
  expect(given[0]).toMatchObject({
    requestContext: {
      functionArn: 'arn:aws:lambda:local:000000000000:function:fixture-OnRecord',
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: 2,
    },
    DDBStreamBatchInfo: { batchSize: 1, streamArn: expect.stringMatching(/\/stream\/local$/) },
  })
})

test('a function gets each message alone, and one that it handles is deleted', async () => {
  await Promise.all([send('one'), send('two')])
  await expect.poll(() => bodies().sort(), waiting).toEqual(expect.arrayContaining(['one', 'two']))
  const [event] = eventsOf(lines, 'OnMessage')
  expect(event).toEqual({
    Records: [
      {
        messageId: expect.any(String),
        receiptHandle: expect.any(String),
        body: expect.stringMatching(/^(one|two)$/),
        attributes: expect.objectContaining({ ApproximateReceiveCount: '1' }),
        messageAttributes: {},
        md5OfBody: expect.any(String),
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:local:000000000000:fixture-Wake',
        awsRegion: 'local',
      },
    ],
  })
  const left = async () => {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible']
    return (await stack.queue('GetQueueAttributes', { QueueUrl: Wake, AttributeNames })).Attributes
  }
  await expect
    .poll(left, waiting)
    .toEqual({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' })
})

test('a message that fails comes again after the visibility timeout, and at last is a dead letter', async () => {
  await send('throw')
  expect(await deadLetters(1)).toEqual(['throw'])
  expect(bodies().filter((body) => body === 'throw')).toHaveLength(2)
})

test('as many messages are handled at a time as the function has instances', async () => {
  const before = bodies().length
  await Promise.all(Array.from({ length: 8 }, () => send('hang')))
  await expect.poll(() => bodies().length, waiting).toBe(before + 8)
})

test('a rule invokes its function with a scheduled event', async () => {
  await stack.fire('Hourly')
  expect(eventsOf(lines, 'OnTime')).toEqual([
    expect.objectContaining({
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      resources: ['arn:aws:events:local:000000000000:rule/fixture-Hourly'],
    }),
  ])
  await expect(stack.fire('Daily')).rejects.toThrow('no function or rule Daily')
})

test('what a mapping needs is recorded as used', () => {
  const { granted, used } = stack.permissions()
  const ofMappings = (permissions: typeof used) =>
    permissions
      .filter(({ action }) => /^(sqs:|dynamodb:.*(Stream|Record|Shard))/.test(action))
      .map(({ functionId, action }) => `${functionId} ${action}`)
      .sort()
  const sends = 'OnMessage sqs:SendMessage'
  expect(ofMappings(used)).toEqual(ofMappings(granted).filter((line) => line !== sends))
  expect(ofMappings(used)).toHaveLength(8)
})
