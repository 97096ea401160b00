import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  isPassing,
  type RetryOptions,
  retryAfterMs,
  retrying,
  waitFor,
} from '../../../clients/typescript/src/retry.ts'
import { answer, lost, type Step } from '../steps.ts'

const URL_OF_API = 'https://api.example/api/v1/admin/categories/tea'
const ok: Step = async () => Response.json({ ok: true })

/** Sends a request by a network that does these things one after the other. Chance gives `random`. */
async function send(
  steps: Step[],
  {
    method = 'GET',
    headers = {},
    random = 0,
    ...options
  }: RetryOptions & { method?: string; headers?: Record<string, string>; random?: number } = {},
) {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const sent: Request[] = []
  const waits: number[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    const step = steps[sent.length - 1]
    if (!step) throw new Error('nobody asked for this try')
    return step(request)
  }
  const wait = async (ms: number) => void waits.push(ms)
  const outcome = await retrying({ fetch, wait, ...options })(
    new Request(URL_OF_API, { method, headers }),
  ).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  )
  return { outcome, waits, tries: sent.length, keys: sent.map((one) => one.headers.get('idempotency-key')) }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const waiting = (seconds: string) => ({ 'retry-after': seconds })

test('these statuses can pass, and no others', () => {
  const statuses = [200, 400, 404, 408, 409, 412, 422, 425, 429, 500, 501, 502, 503, 504, 505]
  expect(statuses.filter(isPassing)).toEqual([429, 500, 502, 503, 504])
})

test.each([204, 304])('a %i is returned also by a browser that has an empty body for it', async (status) => {
  const response = new Response(null, { status })
  // As Chromium does.
  Object.defineProperty(response, 'body', { value: new Blob([]).stream() })
  expect(await send([async () => response])).toMatchObject({ outcome: status, tries: 1 })
})

describe('how long it waits', () => {
  test('doubles from half a second to eight, and chance takes from it', async () => {
    const steps = [...Array<Step>(7).fill(lost), ok]
    expect(await send(steps, { retries: 7, random: 1 })).toMatchObject({
      outcome: 200,
      waits: [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000],
    })
    expect((await send([lost, lost, ok], { random: 0.5 })).waits).toEqual([250, 500])
    expect((await send([lost, ok])).waits).toEqual([0])
  })

  test.each([429, 500, 503])('is as long as a %i says, and a part of the other wait', async (status) => {
    const { waits } = await send([answer(status, waiting('7')), ok], { random: 0.5 })
    expect(waits).toEqual([7_250])
  })

  test('is a minute at most: then the response is returned', async () => {
    expect(await send([answer(503, waiting('60')), ok])).toMatchObject({ outcome: 200, waits: [60_000] })
    expect(await send([answer(503, waiting('61'))])).toMatchObject({ outcome: 503, waits: [] })
    // The part of the other wait comes on top of it.
    expect(await send([answer(503, waiting('60')), ok], { random: 1 })).toMatchObject({ waits: [60_500] })
    expect(await send([answer(429, waiting('2')), ok], { longestWaitMs: 1_999 })).toMatchObject({
      outcome: 429,
    })
    expect(await send([lost, ok], { longestWaitMs: 0, random: 1 })).toMatchObject({
      outcome: 200,
      waits: [500],
    })
  })
})

describe('how often it tries', () => {
  test('four times more, unless another number is given', async () => {
    expect(await send(Array(5).fill(answer(503)))).toMatchObject({ outcome: 503, tries: 5 })
    expect(await send(Array(3).fill(answer(503)), { retries: 2 })).toMatchObject({ outcome: 503, tries: 3 })
    expect(await send([answer(503)], { retries: 0 })).toMatchObject({ outcome: 503, tries: 1 })
    expect(await send([lost, lost], { retries: 1 })).toMatchObject({
      outcome: 'TypeError: fetch failed',
      tries: 2,
    })
  })

  test.each([200, 201, 304, 400, 404, 412, 422])('once if the response is a %i', async (status) => {
    const empty: Step = async () => new Response(null, { status })
    expect(await send([empty])).toMatchObject({ outcome: status, tries: 1, waits: [] })
  })

  test.each([400, 404, 422])('once if it is a %i, whenever it says', async (status) => {
    expect(await send([answer(status, waiting('1'))])).toMatchObject({ outcome: status, tries: 1 })
  })

  test('a 409 is tried again only if it says when', async () => {
    expect(await send([answer(409)])).toMatchObject({ outcome: 409, tries: 1 })
    expect(await send([answer(409, waiting('1')), ok])).toMatchObject({ outcome: 200, tries: 2 })
  })

  test('tries of a request that is still being carried out do not count, for a minute in all', async () => {
    const busy = answer(409, waiting('20'))
    const steps = [busy, busy, busy, lost, ok]
    expect(await send(steps, { retries: 1 })).toMatchObject({ outcome: 200, tries: 5 })
    expect(await send([busy, busy, busy, busy])).toMatchObject({
      outcome: 409,
      waits: [20_000, 20_000, 20_000],
    })
    expect(await send([busy, lost, busy, busy, busy])).toMatchObject({ outcome: 409, tries: 5 })
  })
})

describe('a request under If-Match', () => {
  const headers = { 'if-match': '"1"' }

  test('is tried again only if it surely had no effect', async () => {
    for (const step of [lost, answer(500), answer(503, waiting('1')), answer(409, waiting('1'))])
      expect(await send([step], { method: 'PATCH', headers })).toMatchObject({ tries: 1 })
    expect(await send([answer(429), ok], { method: 'PATCH', headers })).toMatchObject({
      outcome: 200,
      tries: 2,
    })
  })
})

describe('the key of a POST', () => {
  test('is the same on each try, and another one for another request', async () => {
    const [first, second] = [await send([lost, ok], { method: 'POST' }), await send([ok], { method: 'POST' })]
    expect(new Set(first.keys).size).toBe(1)
    expect(first.keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.keys).not.toEqual([first.keys[0]])
  })

  test('is that of the caller if it has one, and no other method has one', async () => {
    const headers = { 'idempotency-key': 'mine' }
    expect((await send([lost, ok], { method: 'POST', headers })).keys).toEqual(['mine', 'mine'])
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      expect((await send([ok], { method })).keys).toEqual([null])
  })
})

const problem =
  (status: number, code?: string): Step =>
  async () =>
    Response.json({ ...(code !== undefined && { code }) }, { status })
const text: Step = async () => new Response('null', { status: 404 })
const html: Step = async () => new Response('<html>', { status: 404 })
const gone = problem(404, 'category_not_found')

test.each<[string, string, Step[], number]>([
  ['a DELETE behind a lost one', 'DELETE', [lost, gone], 204],
  ['one behind a 500', 'DELETE', [answer(500), gone], 204],
  ['one behind a try that is still being carried out', 'DELETE', [answer(409, waiting('1')), gone], 204],
  ['one behind a lost one and one that was turned away', 'DELETE', [lost, answer(429), gone], 204],
  ['the first one', 'DELETE', [gone], 404],
  ['one behind one that was turned away', 'DELETE', [answer(429), gone], 404],
  ['one of a business that there is not', 'DELETE', [lost, problem(404, 'business_not_found')], 404],
  ['one of a path that there is not', 'DELETE', [lost, problem(404, 'route_not_found')], 404],
  ['one that is not found for another reason', 'DELETE', [lost, problem(404, 'not_found_here')], 404],
  ['one without a code', 'DELETE', [lost, problem(404)], 404],
  ['one whose response is not JSON', 'DELETE', [lost, html], 404],
  ['one whose response is no object', 'DELETE', [lost, text], 404],
  ['one with another status', 'DELETE', [lost, problem(410, 'category_not_found')], 410],
  ['another method', 'PATCH', [lost, gone], 404],
])('%s finds nothing to delete: %s', async (_, method, steps, expected) => {
  expect((await send(steps, { method })).outcome).toBe(expected)
})

describe('the caller’s signal', () => {
  test('ends it before another try, with its reason', async () => {
    const stop = new AbortController()
    const waits: number[] = []
    const sending = retrying({
      fetch: async (request) => {
        stop.abort('enough')
        return lost(request)
      },
      wait: async (ms) => void waits.push(ms),
    })
    await expect(sending(new Request(URL_OF_API, { signal: stop.signal }))).rejects.toBe('enough')
    expect(waits).toEqual([])
  })

  test('reaches the network, and a body that is under way', async () => {
    const stop = new AbortController()
    const cancelled = vi.fn()
    const body = new ReadableStream({ cancel: cancelled })
    const sending = retrying({ fetch: async () => new Response(body), retries: 0 })
    const ended = sending(new Request(URL_OF_API, { signal: stop.signal }))
    setImmediate(() => stop.abort('enough'))
    await expect(ended).rejects.toBe('enough')
    expect(cancelled).toHaveBeenCalledWith('enough')
  })
})

test('a response is returned with its status, its headers and all of its bytes', async () => {
  const fetch = async () =>
    new Response('{"a":1}', { status: 201, statusText: 'Made', headers: { etag: '"1"' } })
  const response = await retrying({ fetch })(new Request(URL_OF_API))
  expect([response.status, response.statusText, response.headers.get('etag')]).toEqual([201, 'Made', '"1"'])
  expect(await response.text()).toBe('{"a":1}')
})

describe('with a clock', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-28T09:00:00Z') }))

  test('a try has 35 seconds without a byte, and says so', async () => {
    const silent: Step = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const sending = retrying({ fetch: silent, retries: 0 })(new Request(URL_OF_API))
    const ended = vi.fn()
    sending.catch(ended)
    await vi.advanceTimersByTimeAsync(34_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(sending).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'The response took too long.',
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a response that is here leaves no timer', async () => {
    await retrying({ fetch: ok })(new Request(URL_OF_API))
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each<[string | null, number | undefined]>([
    [null, undefined],
    ['0', 0],
    ['120', 120_000],
    ['Sat, 28 Nov 2026 09:00:20 GMT', 20_000],
    ['Sat, 28 Nov 2026 08:59:00 GMT', 0],
    ['28 Nov 2026 09:00:20 GMT', 20_000],
    ['Sat, 28 Nov 2026 09:00:20 +0000', 20_000],
    ['soon', undefined],
    ['', undefined],
  ])('Retry-After: %j is %j ms', (value, ms) => {
    expect(retryAfterMs(value)).toBe(ms)
  })

  test('a wait ends when its time is over', async () => {
    const ended = vi.fn()
    void waitFor(1_000, new AbortController().signal).then(ended)
    await vi.advanceTimersByTimeAsync(999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalled()
  })

  test('a wait that is ended by its signal has the reason, and leaves no timer', async () => {
    const stop = new AbortController()
    const waiting = waitFor(1_000, stop.signal)
    stop.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})
