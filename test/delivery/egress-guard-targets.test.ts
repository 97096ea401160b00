import { expect, test } from 'vitest'
import { Run } from '../prove/run.ts'
import { proveTargets } from '../prove/targets.ts'
import { connectsDuring, receive, status } from './receiver.ts'

/** `npm run prove -- targets` tries others. */
test('of 200 URLs and names that are forbidden or public none is connected wrongly', async () => {
  const run = new Run('targets', 2026, { count: 200 })
  await proveTargets(undefined, run)
  expect(run.goesOn()).toBe(false)
})

test.each(['http', 'https'])('a connection by %s would have been seen', async (scheme) => {
  const receiver = await receive()
  receiver.plan(status(204))
  const options = { timeoutMs: 300 }
  const url = `${scheme}://127.0.0.1:${receiver.port}/`
  expect(await connectsDuring(() => receiver.send(options, { url }))).toBe(1)
  expect(receiver.sockets.length).toBe(1)
  await receiver.close()
})
