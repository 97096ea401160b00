import { afterEach, expect, test, vi } from 'vitest'
import { pollQueue } from '../../../lib/local/event-sources/poll-queue.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'

const queue = {
  name: 'wake',
  arn: 'arn:aws:sqs:local:000000000000:wake',
  url: 'http://queue/wake',
  attributes: {},
}

afterEach(() => void vi.restoreAllMocks())

test('a queue that could not be read is read again, and stderr says why it could not', async () => {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  const actions: string[] = []
  const reads: (() => Promise<JsonObject>)[] = [
    () => Promise.reject(new Error('database or disk is full')),
    async () => ({ Messages: [{ Body: 'one', ReceiptHandle: 'r' }] }),
  ]
  const queues = {
    async call(action: string): Promise<JsonObject> {
      actions.push(action)
      return action === 'ReceiveMessage' ? (reads.shift()?.() ?? new Promise(() => {})) : {}
    },
  }
  const bodies: unknown[] = []
  const source = pollQueue({ queue, mostAtOnce: 2 }, queues, async (event) => {
    bodies.push(event)
    return { payload: 'null' }
  })
  await expect
    .poll(() => actions)
    .toEqual(['ReceiveMessage', 'ReceiveMessage', 'ReceiveMessage', 'DeleteMessage'])
  expect(bodies).toEqual([{ Records: [expect.objectContaining({ body: 'one' })] }])
  expect(said).toEqual(['the queue wake: Error: database or disk is full\n'])
  await source.stop()
})

test('a message that arrives after the end of a source is given back, and invokes nothing', async () => {
  const arrival = Promise.withResolvers<JsonObject>()
  const calls: [string, JsonObject][] = []
  const queues = {
    async call(action: string, body: JsonObject): Promise<JsonObject> {
      calls.push([action, body])
      return action === 'ReceiveMessage' ? arrival.promise : {}
    },
  }
  const source = pollQueue({ queue, mostAtOnce: 2 }, queues, () => {
    throw new Error('a function was invoked')
  })
  await source.stop()
  arrival.resolve({ Messages: [{ Body: 'late', ReceiptHandle: 'r' }] })
  const givenBack = { QueueUrl: queue.url, ReceiptHandle: 'r', VisibilityTimeout: 0 }
  await expect.poll(() => calls.at(-1)).toEqual(['ChangeMessageVisibility', givenBack])
})
