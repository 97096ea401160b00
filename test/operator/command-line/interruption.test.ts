import { expect, test } from 'vitest'
import * as client from '../../../clients/typescript/src/command/interruption.ts'
import { listenForInterruption } from '../../../lib/operator/command-line/interruption.ts'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
const listening = () => SIGNALS.map((name) => process.listenerCount(name))

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a command of the operator behind what it does', (name, exitCode) => {
  const before = listening()
  const ended = listenForInterruption()
  ended.end()
  expect(listening()).toEqual(before)
  const { signal, exitCode: code } = listenForInterruption()
  const own = SIGNALS.flatMap((one) =>
    process
      .listeners(one)
      .slice(-1)
      .map((listener) => [one, listener] as const),
  )
  process.emit(name, name)
  expect([signal.aborted, code()]).toEqual([true, exitCode])
  for (const [one, listener] of own) process.off(one, listener)
  expect(listening()).toEqual(before)
})

test.each(SIGNALS)('%s ends a command of the client behind what it does', async (name) => {
  const before = listening()
  const work = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      if (!process.emit(name, name)) reject(new Error('nobody listens'))
    })
  expect(await client.untilInterrupted(work)).toBe(130)
  expect(listening()).toEqual(before)
})

test.each([
  { of: 'the operator', listen: listenForInterruption },
  { of: 'the client', listen: client.listenForInterruption },
])('a line for a terminal or a reader that is gone does not end a command of $of', ({ listen }) => {
  const { stderr } = process
  const others = stderr.listeners('error') as ((error: Error) => void)[]
  stderr.removeAllListeners('error')
  // Once for each piece of work, and the error is listened for once.
  for (let n = 0; n < 12; n++) listen().end()
  expect(stderr.listenerCount('error')).toBe(1)
  const failWith = (code: string) => stderr.emit('error', Object.assign(new Error(`write ${code}`), { code }))
  expect(failWith('EIO')).toBe(true)
  expect(failWith('EPIPE')).toBe(true)
  expect(() => failWith('ENOSPC')).toThrow('write ENOSPC')
  stderr.removeAllListeners('error')
  for (const other of others) stderr.on('error', other)
})
