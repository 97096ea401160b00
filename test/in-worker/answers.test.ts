import { afterEach, expect, inject, test, vi } from 'vitest'
import { lasting, send } from '../support/send.ts'

/** The same request to this process, and over the wire to the functions in threads. */
const ORIGINS = [new URL(inject('baseUrl')).origin, inject('apiOfRun')?.origin ?? inject('baseUrl')]

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  '/health',
  '/openapi.json',
  '/docs',
  '/docs/problems',
  '/products',
  '/nowhere',
  '/products/%',
  '/admin/products',
])('%s has the same bytes and headers from this process as over the wire', async (path) => {
  const [here, there] = await Promise.all(
    ORIGINS.map(async (origin) => {
      const answer = await fetch(`${origin}/api/v1${path}`)
      const { status, headers, url, redirected } = answer
      const id = headers.get('x-request-id') ?? '-'
      const shown = [...headers].filter(([name]) => !/^(date|apigw-requestid|x-request-id)$/.test(name))
      const body = (await answer.text()).replaceAll(id, '<request id>')
      return { status, shown, url: url.replace(origin, ''), redirected, body }
    }),
  )
  expect(here).toEqual(there)
})

test('fetch and a raw connection reach the same API of this process', async () => {
  const raw = lasting(await send('/health'))
  const called = await fetch(`${inject('baseUrl')}/health`)
  expect(raw.body).toBe(await called.text())
})

test('a function has the real clock and chance while a test has its own', async () => {
  const before = Date.now()
  vi.useFakeTimers({ now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const answer = await fetch(`${inject('baseUrl')}/health`)
  expect(answer.status).toBe(200)
  expect(Date.parse(answer.headers.get('date') ?? '')).toBeGreaterThan(before - 1000)
  expect(Date.now()).toBe(0)
})

test('a function has its own environment, not that of the test', async () => {
  vi.stubEnv('STOREFRONT_TABLE', 'nowhere')
  const answer = await fetch(`${inject('baseUrl')}/products`)
  expect(answer.status).toBeLessThan(500)
})
