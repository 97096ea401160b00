import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '../../lib/sqs/send-message.ts'

/** The status with which the queue answers each call, in their order. */
let statuses: number[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: statuses.shift() ?? 200 }))
  vi.spyOn(Math, 'random').mockReturnValue(0)
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'test')
  vi.stubEnv('AWS_REGION', 'eu-central-1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const send = (tries: number) => sendMessage('https://queues.example/imports', { id: 'a' }, tries)

test.each([400, 403, 500, 503])(
  'a queue that refuses a message with %i is not taken for one that has it',
  async (status) => {
    statuses = [status]
    await expect(send(1)).rejects.toThrow(`the queue refused SendMessage: ${status}`)
  },
)

test('a message that is refused is sent as often as it may be, until the queue has it', async () => {
  statuses = [500, 500, 200]
  await send(3)
  statuses = [500, 500, 200]
  await expect(send(2)).rejects.toThrow('refused')
  expect(statuses).toEqual([200])
})
