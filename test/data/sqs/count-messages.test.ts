import { expect, test, vi } from 'vitest'
import { countMessages } from '../../../lib/data/sqs/count-messages.ts'

const kept = vi.hoisted(() => new Map<string, string>())
const left = vi.hoisted(() => ({ out: '' }))
vi.mock('../../../lib/data/sqs/queue-call.ts', () => ({
  callQueue: async (_url: string, _action: string, { AttributeNames }: { AttributeNames: string[] }) => ({
    Attributes: Object.fromEntries(
      AttributeNames.filter((name) => name !== left.out).map((name) => [name, kept.get(name) ?? '0']),
    ),
  }),
}))

const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
]

test.each(COUNTS)('a queue has the messages of its %s', async (name) => {
  kept.clear()
  left.out = ''
  expect(await countMessages('https://queues.example/imports')).toBe(0)
  kept.set(name, '3')
  expect(await countMessages('https://queues.example/imports')).toBe(3)
})

test.each(COUNTS)(
  'a queue that does not say its %s is an error, and not a queue with messages',
  async (name) => {
    left.out = name
    await expect(countMessages('https://queues.example/imports')).rejects.toThrow('did not say how many')
  },
)
