import { afterEach, expect, test, vi } from 'vitest'
import type { FunctionDefinition } from '../../lib/local/lambda/function-definition.ts'
import { createFunctionPool } from '../../lib/local/lambda/function-pool.ts'
import { type Handler, startRuntime } from '../../lib/local/lambda/function-runtime.ts'
import { INSTANCES, withoutThread } from '../support/in-worker/instance.ts'

afterEach(() => vi.restoreAllMocks())

const DEFINITION: FunctionDefinition = {
  logicalId: 'One',
  name: 'one',
  arn: 'arn:one',
  codeDir: '/nowhere',
  handler: 'index.handler',
  timeoutMs: 20_000,
  memoryMb: 128,
  environment: {},
}

/** The pool of a worker whose instances have this handler, and what its errors were on stderr. */
function poolOf(handler: Handler, definition = DEFINITION) {
  const console = { ...globalThis.console }
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let loads = 0
  const load = () => {
    loads++
    const answer = startRuntime(() => handler)
    Object.assign(globalThis.console, console)
    return answer
  }
  const pool = createFunctionPool(withoutThread(load), () => {}, INSTANCES)
  return {
    call: (event: unknown = {}) => pool.invoke(definition, JSON.stringify(event)),
    loads: () => loads,
    errors: () => stderr.mock.calls.map(([line]) => String(line).split('\n')[0]),
  }
}

test('two instances share the calls, and the rest wait in the order in which they came', async () => {
  const begun: unknown[] = []
  const ends: (() => void)[] = []
  const { call, loads } = poolOf(async (event) => {
    begun.push(event)
    await new Promise<void>((resolve) => ends.push(resolve))
  })
  const calls = [1, 2, 3, 4].map(call)
  await vi.waitUntil(() => begun.length === 2)
  for (const at of [2, 3]) {
    ends.shift()?.()
    await vi.waitUntil(() => begun.length === at + 1)
  }
  for (const end of ends) end()
  await Promise.all(calls)
  expect(begun).toEqual([1, 2, 3, 4])
  expect(loads()).toBe(2)
})

test('a handler that throws fails as in a thread, and says so on stderr', async () => {
  const { call, errors } = poolOf(() => {
    throw new TypeError('why')
  })
  expect(await call()).toMatchObject({ error: { errorType: 'TypeError', errorMessage: 'why' } })
  expect(errors()).toEqual(['one: TypeError: why'])
})

test('a response over 6 MB, and a request, fail as in a thread', async () => {
  const { call, errors } = poolOf((event) => (event === 0 ? 'x'.repeat(6 * 1024 * 1024) : ''))
  expect(await call(0)).toMatchObject({ error: { errorType: 'Function.ResponseSizeTooLarge' } })
  expect(await call('x'.repeat(6 * 1024 * 1024))).toMatchObject({
    error: { errorType: 'RequestEntityTooLargeException' },
  })
  expect(errors()).toEqual(['one: Function.ResponseSizeTooLarge: the payload is over 6291456 bytes'])
})

test('one over its time is given up, and the next call starts another', async () => {
  const { call, loads } = poolOf(() => new Promise(() => {}), { ...DEFINITION, timeoutMs: 1 })
  expect(await call()).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } })
  await call()
  expect(loads()).toBe(2)
})

test('one that cannot be loaded fails each call with what loading threw', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const load = () => {
    throw new SyntaxError('no code')
  }
  const pool = createFunctionPool(withoutThread(load), () => {}, INSTANCES)
  for (const _ of [1, 2])
    expect(await pool.invoke(DEFINITION, '{}')).toMatchObject({ error: { errorType: 'SyntaxError' } })
  expect(stderr).toHaveBeenCalledTimes(2)
})
