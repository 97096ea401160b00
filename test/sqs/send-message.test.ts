import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '../../lib/sqs/send-message.ts'
import { answer, listen, type Reaction, reset, silence, turns, type Wire } from '../dynamodb/wire.ts'
import { stopClock } from '../faults/clock.ts'

let wire: Wire
beforeEach(async () => {
  stopClock()
  // A pause passes at once.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  wire = await listen()
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', wire.endpoint)
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'test')
  vi.stubEnv('AWS_REGION', 'eu-central-1')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await wire.close()
})

const URL_OF_QUEUE = 'https://queues.example/imports'
const took = answer(200, '{"MessageId":"1"}')

/** Sends a message, on a stopped clock. */
async function send(tries: number) {
  let isOver = false
  const work = sendMessage(URL_OF_QUEUE, { id: 'é' }, tries).finally(() => {
    isOver = true
  })
  work.catch(() => {})
  while (!isOver) {
    await turns(1)
    vi.advanceTimersByTime(0)
  }
  return work
}

test('a message is sent signed, with the URL of its queue', async () => {
  wire.plan(took)
  await send(1)
  const [head = '', body = ''] = Buffer.from(wire.requests[0]?.text ?? '', 'latin1')
    .toString()
    .split('\r\n\r\n')
  expect(head).toMatch(/^POST \/ HTTP\/1.1\r\n/)
  expect(head).toMatch(/^x-amz-target: AmazonSQS.SendMessage$/im)
  expect(head).toMatch(/^authorization: AWS4-HMAC-SHA256 .*\/eu-central-1\/sqs\/aws4_request, /im)
  expect(JSON.parse(body)).toEqual({ QueueUrl: URL_OF_QUEUE, MessageBody: '{"id":"é"}' })
})

test.each([400, 403, 500, 503])(
  'a queue that refuses a message with %i is not taken for one that has it',
  async (status) => {
    wire.plan(answer(status, '{"__type":"com.amazonaws.sqs#No"}'))
    await expect(send(1)).rejects.toThrow(`the queue refused SendMessage: ${status} {"__type"`)
  },
)

test.each<{ what: string; reaction: Reaction }>([
  { what: 'a page', reaction: answer(200, '<html></html>') },
  { what: 'a reset', reaction: reset },
  { what: 'silence', reaction: silence },
])('nor is one that replies with $what, which sees the message once', async ({ reaction }) => {
  wire.plan(reaction)
  await expect(send(1)).rejects.toThrow()
  expect(wire.requests).toHaveLength(1)
})

test('a message that is refused is sent as often as it may be, until the queue has it', async () => {
  const refused = answer(500, '{}')
  wire.plan(refused, refused, took)
  await send(3)
  wire.plan(refused, refused, took)
  await expect(send(2)).rejects.toThrow('refused')
  expect(wire.requests).toHaveLength(2)
})

test('each message has a connection of its own, which is closed behind it', async () => {
  wire.plan(took)
  for (let n = 0; n < 3; n++) await send(1)
  await turns(20)
  expect([wire.requests.map(({ by }) => by), wire.open()]).toEqual([[0, 1, 2], 0])
})
