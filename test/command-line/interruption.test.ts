import { expect, test } from 'vitest'
import { untilInterrupted } from '../../clients/typescript/src/command/interruption.ts'
import { listenForInterruption } from '../../lib/command-line/interruption.ts'

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
  expect(await untilInterrupted(work)).toBe(130)
  expect(listening()).toEqual(before)
})
