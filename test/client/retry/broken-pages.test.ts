import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RetryOptions, retrying } from '../../../clients/typescript/src/retry.ts'
import { endServer, listenOnLoopback } from '../../../lib/local/loopback.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

/** A response whose parts come so many milliseconds one after the other; behind them it ends, breaks or is silent. */
function pageOf(parts: string[], everyMs: number, end: 'ends' | 'breaks' | 'is silent' = 'ends'): Response {
  const waiting = [...parts]
  return new Response(
    new ReadableStream({
      async pull(controller) {
        const part = waiting.shift()
        if (part === undefined && end === 'is silent') return new Promise(() => {})
        await new Promise((resolve) => setTimeout(resolve, everyMs))
        if (part !== undefined) controller.enqueue(new TextEncoder().encode(part))
        else if (end === 'breaks') controller.error(new TypeError('terminated'))
        else controller.close()
      },
    }),
    { headers: { link: '<?cursor=2>; rel="next"' } },
  )
}

/** Sends a request to an API that responds with these pages one after the other. */
async function read(
  pages: Response[],
  { method = 'GET', headers = {}, ...retry }: RetryOptions & RequestInit = {},
) {
  let sent = 0
  const fetch = async () => pages[sent++] ?? new Response('none', { status: 500 })
  const request = new Request('http://a.example/', { method, headers })
  const text = retrying({ fetch, ...retry })(request).then(async (response) => ({
    text: await response.text(),
    link: response.headers.get('link'),
    sent,
  }))
  text.catch(() => {})
  await vi.runAllTimersAsync()
  return text
}

const LINK = '<?cursor=2>; rel="next"'

test('a page can take as long as it needs while its bytes come', async () => {
  const parts = Array.from({ length: 10 }, (_, n) => `${n} `)
  expect(await read([pageOf(parts, 30_000)])).toEqual({ text: parts.join(''), link: LINK, sent: 1 })
})

test.each(['breaks', 'is silent'] as const)(
  'a page that %s is read again from its beginning',
  async (end) => {
    const pages = [pageOf(['a ', 'b '], 10, end), pageOf(['a ', 'b ', 'c'], 10)]
    expect(await read(pages)).toEqual({ text: 'a b c', link: LINK, sent: 2 })
  },
)

test('a page that breaks each time is an error', async () => {
  const pages = Array.from({ length: 3 }, () => pageOf(['a '], 10, 'breaks'))
  await expect(read(pages, { retries: 2 })).rejects.toThrow('terminated')
})

test('a response to a change with If-Match is not requested again', async () => {
  const pages = [pageOf(['a '], 10, 'breaks'), pageOf(['b '], 10)]
  const change = { method: 'PATCH', headers: { 'if-match': '"1"' } }
  await expect(read(pages, change)).rejects.toThrow('terminated')
})

test.each([204, 304])('a %d has no body', async (status) => {
  expect(await read([new Response(null, { status })])).toEqual({ text: '', link: null, sent: 1 })
})

describe('a program that stops', () => {
  beforeEach(() => vi.useRealTimers())

  /** An error that nobody hears ends a program: the tests' own listeners would only fail the whole run. */
  function errorsOfNobody() {
    const errors: unknown[] = []
    const before = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => errors.push(error))
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection')
      for (const listener of before) process.on('unhandledRejection', listener)
    })
    return errors
  }

  test.each(['in the middle of a page', 'after a page that broke'])(
    '%s gets its own reason alone',
    async (when) => {
      const errors = errorsOfNobody()
      const stopped = new AbortController()
      const half = Promise.withResolvers<void>()
      let asked = 0
      const server = createServer((_, response) => {
        asked++
        response.writeHead(200, { 'content-length': 10 })
        response.write('half', () => {
          if (asked === 1 && when.startsWith('after')) response.destroy()
        })
      })
      const port = await listenOnLoopback(server)
      onTestFinished(() => endServer(server))
      let begun = 0
      // The page is being read when the signal comes: `fetch` breaks it then, too.
      const fetch = async (sent: Request) => {
        const response = await globalThis.fetch(sent)
        if (++begun > 1 || !when.startsWith('after')) setImmediate(half.resolve)
        return response
      }
      const request = new Request(`http://127.0.0.1:${port}/`, { signal: stopped.signal })
      const read = retrying({ fetch, wait: async () => {} })(request)
      read.catch(() => {})
      await half.promise
      stopped.abort('Ctrl-C')
      await expect(read).rejects.toBe('Ctrl-C')
      await new Promise((resolve) => setImmediate(resolve))
      expect(errors).toEqual([])
    },
  )
})
