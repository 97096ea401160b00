import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectWith } from '../../clients/typescript/src/command/connection.ts'
import { saySeeIt } from '../../clients/typescript/src/command/see-it.ts'
import { endServer, listenOnLoopback } from '../../lib/local/loopback.ts'

let status = 200
let received: IncomingMessage | undefined
const server = createServer((request, response) => {
  received = request
  // Something else is at the target of a redirect.
  response.writeHead(request.url === '/' ? 200 : status, { location: '/' }).end()
})
let url: string
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}/api/v1`
})
afterAll(() => endServer(server))

async function said(slug?: string): Promise<unknown[][]> {
  const spy = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => spy.mockRestore())
  await saySeeIt(connectWith({ url, apiKey: 'sfk_secret' }), slug)
  return spy.mock.calls.splice(0)
}

test('the page is requested first, without the key', async () => {
  status = 200
  expect(await said('acme')).toEqual([[`See it: ${url}/shop/acme`]])
  expect(received).toMatchObject({ method: 'HEAD', url: '/api/v1/shop/acme' })
  expect(received?.headers).not.toHaveProperty('authorization')
})

test.each([404, 302, 403, 500])('nothing is said of a page that is %i', async (other) => {
  status = other
  expect(await said('acme')).toEqual([])
})

test('nothing is said, and nothing fails, where the slug is not known', async () => {
  status = 404
  expect(await said()).toEqual([])
})
