import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedHeaders } from '../../../lib/data/aws/signature.ts'
import { sendMessage } from '../../../lib/data/sqs/send-message.ts'
import { stopClock } from '../../faults/clock.ts'
import { answer, listen, type Reaction, reset, silence, turns, type Wire } from '../dynamodb/wire.ts'

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
async function send(tries: number, queueUrl = URL_OF_QUEUE) {
  let isOver = false
  const work = sendMessage(queueUrl, { id: 'é' }, tries).finally(() => {
    isOver = true
  })
  work.catch(() => {})
  while (!isOver) {
    await turns(1)
    vi.advanceTimersByTime(0)
  }
  return work
}

test('a message is posted to the host of its queue, signed for that', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', undefined)
  const queueUrl = `${wire.endpoint}/111122223333/imports`
  wire.plan(took)
  await send(1, queueUrl)
  const [head = '', body = ''] = Buffer.from(wire.requests[0]?.text ?? '', 'latin1')
    .toString()
    .split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ QueueUrl: queueUrl, MessageBody: '{"id":"é"}' })
  const [line, ...lines] = head.split('\r\n')
  const sent = Object.fromEntries(lines.map((each) => each.toLowerCase().split(': ')))
  const url = new URL(wire.endpoint)
  expect([line, sent.host]).toEqual(['POST / HTTP/1.1', url.host])
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' }
  const signed = signedHeaders(
    { service: 'sqs', method: 'POST', url, region: 'eu-central-1', headers, body },
    { accessKeyId: 'test', secretAccessKey: 'test' },
    new Date(),
  )
  expect(sent.authorization).toBe(signed.authorization?.toLowerCase())
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
