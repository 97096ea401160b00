import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retrying, waitFor } from '../../../clients/typescript/src/retry.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const never = new AbortController().signal

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

test.each([25 * DAY_MS, Number.POSITIVE_INFINITY])(
  'a wait of %d ms is not cut to a short one',
  async (ms) => {
    const ended = vi.fn()
    void waitFor(ms, never).then(ended)
    await vi.advanceTimersByTimeAsync(24 * DAY_MS)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(DAY_MS)
    expect(ended).toHaveBeenCalled()
  },
)

test.each([25 * DAY_MS, Number.POSITIVE_INFINITY])('a try can have %d ms', async (timeoutMs) => {
  vi.useRealTimers()
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const fetch = async (request: Request) => new Response(String(request.signal.aborted))
  const response = await retrying({ timeoutMs, retries: 0, fetch })(new Request('http://a.example/'))
  expect(await response.text()).toBe('false')
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

test('a wait that begins after its end does not wait', async () => {
  const wait = waitFor(DAY_MS, AbortSignal.abort('over'))
  expect(vi.getTimerCount()).toBe(0)
  await expect(wait).rejects.toBe('over')
})
