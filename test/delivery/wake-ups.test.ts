import { randomUUID } from 'node:crypto'
import EventEmitter, { on, once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readWakeUp, sendWakeUps, type WakeUp } from '../../lib/delivery/wake-ups.ts'
import { ENVIRONMENT } from '../../lib/environment.ts'

interface Entry {
  Id: string
  MessageBody: string
  MessageGroupId: string
  DelaySeconds: number
}

/** The batches that the queue was sent, and which of them it does not take: it says so for some entries, or for all. */
const batches: Entry[][] = []
let refuses: (entry: Entry, batch: number) => boolean = () => false
let fails: (batch: number) => boolean = () => false
/** How much of an answer comes of a queue that then says nothing more. */
let hangs: 'before its head' | 'in its body' | undefined
const answering = new EventEmitter()

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
beforeEach(() => {
  batches.length = 0
  hangs = undefined
  refuses = () => false
  fails = () => false
})

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
const server = createServer(async (incoming, response) => {
  const { Entries } = JSON.parse(await textOf(incoming)) as { Entries: Entry[] }
  const batch = batches.push(Entries) - 1
  response.setHeader('content-type', 'application/x-amz-json-1.0')
  if (hangs === 'in its body') response.write('{')
  if (hangs) answering.emit('begun')
  if (hangs) return
  if (fails(batch)) {
    response.writeHead(400).end(JSON.stringify({ __type: 'com.amazonaws.sqs#BatchRequestTooLong' }))
    return
  }
  const Failed = Entries.filter((entry) => refuses(entry, batch)).map(({ Id }) => ({
    Id,
    Code: 'InternalError',
    SenderFault: false,
  }))
  response.end(JSON.stringify({ Successful: [], Failed }))
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
process.env[ENVIRONMENT.queueUrls.wake] = `http://127.0.0.1:${port}/000000000000/Wake`
process.env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${port}`
process.env.AWS_REGION = 'local'
process.env.AWS_ACCESS_KEY_ID = 'local'
process.env.AWS_SECRET_ACCESS_KEY = 'local'

const textOf = async (message: IncomingMessage) =>
  Buffer.concat(await Array.fromAsync(message as AsyncIterable<Buffer>)).toString()

const wakeUpsFor = (count: number): WakeUp[] =>
  Array.from({ length: count }, () => ({ business_id: randomUUID(), webhook_id: randomUUID() }))

const bodiesOf = (all: readonly Entry[][]) => all.flat().map(({ MessageBody }) => readWakeUp(MessageBody))

test('more wake-ups than one call takes are sent ten by ten, each in the group of its webhook', async () => {
  const wakeUps = wakeUpsFor(23)
  await sendWakeUps(wakeUps, 20)
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 3])
  expect(bodiesOf(batches)).toEqual(wakeUps)
  for (const batch of batches) expect(new Set(batch.map(({ Id }) => Id)).size).toBe(batch.length)
  const all = batches.flat()
  expect(all.map(({ MessageGroupId }) => MessageGroupId)).toEqual(wakeUps.map((each) => each.webhook_id))
  expect(new Set(all.map(({ DelaySeconds }) => DelaySeconds))).toEqual(new Set([20]))
})

test('an entry that the queue does not take is an error, though the call succeeds', async () => {
  refuses = ({ Id }) => Id === '3'
  await expect(sendWakeUps(wakeUpsFor(5), 0)).rejects.toThrow(
    'the queue did not take 1 wake-ups: InternalError',
  )
})

test('an entry that the queue does not take does not hold up those behind it', async () => {
  refuses = ({ Id }, batch) => batch === 0 && Id === '0'
  const wakeUps = wakeUpsFor(23)
  await expect(sendWakeUps(wakeUps, 0)).rejects.toThrow('the queue did not take 1 wake-ups: InternalError')
  expect(bodiesOf(batches)).toEqual(wakeUps)
})

test('a call that fails is the last: the next one would wait as long', async () => {
  fails = () => true
  await expect(sendWakeUps(wakeUpsFor(23), 0)).rejects.toThrow()
  expect(batches).toHaveLength(1)
})

test('a queue that does not respond is called twice, and has then not taken the wake-ups', async () => {
  hangs = 'before its head'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent = Promise.allSettled([sendWakeUps(wakeUpsFor(1), 0)])
  for await (const _ of on(answering, 'begun')) {
    // The end of this try, and then of the pause before the next one.
    await vi.advanceTimersToNextTimerAsync()
    if (batches.length === 2) break
    for (let turns = 0; turns < 10_000 && vi.getTimerCount() === 0; turns++) await nextTurn()
    await vi.advanceTimersToNextTimerAsync()
  }
  expect(await sent).toMatchObject([{ status: 'rejected', reason: { name: 'TimeoutError' } }])
})

test('a queue that ends in the middle of its response has not taken the wake-ups', async () => {
  hangs = 'in its body'
  const ending = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal)
  const sent = sendWakeUps(wakeUpsFor(1), 0)
  answering.once('begun', () => ending.abort())
  await expect(sent).rejects.toThrow()
})

test.each([
  ['no JSON', 'wake'],
  ['no object', '[]'],
  ['a webhook that is none', JSON.stringify({ business_id: randomUUID(), webhook_id: 'x' })],
  ['no webhook', JSON.stringify({ business_id: randomUUID() })],
  ['a business that is none', JSON.stringify({ business_id: 7, webhook_id: randomUUID() })],
])('a message with %s is no wake-up', (_, body) => {
  expect(readWakeUp(body)).toBeUndefined()
})

test('a wake-up is read as it was sent, without what does not belong to it', () => {
  const wakeUp = {
    business_id: randomUUID(),
    webhook_id: randomUUID(),
    from: 'evt_1',
    at: '2026',
    swept: true,
  }
  expect(readWakeUp(JSON.stringify(wakeUp))).toEqual(wakeUp)
  expect(readWakeUp(JSON.stringify({ ...wakeUp, from: 1, at: 2, swept: 'x', more: 3 }))).toEqual({
    business_id: wakeUp.business_id,
    webhook_id: wakeUp.webhook_id,
  })
})
