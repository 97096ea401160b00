import { expect, test, vi } from 'vitest'
import { countMessages } from '../../lib/dynamodb/count-messages.ts'

const kept = vi.hoisted(() => new Map<string, string>())
vi.mock('../../lib/dynamodb/queue-call.ts', () => ({
  callQueue: async (_url: string, _action: string, { AttributeNames }: { AttributeNames: string[] }) =>
    JSON.stringify({
      Attributes: Object.fromEntries(AttributeNames.map((name) => [name, kept.get(name) ?? '0'])),
    }),
}))

test.each([
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
])('a queue has the messages of its %s', async (name) => {
  kept.clear()
  expect(await countMessages('https://queues.example/imports')).toBe(0)
  kept.set(name, '3')
  expect(await countMessages('https://queues.example/imports')).toBe(3)
})
