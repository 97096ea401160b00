import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../lib/local/free-port.ts'
import { ageEvents, plantEvent } from '../../support/feed.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { asKey, startStorefront, storefront } from './installed.ts'

const business = await makeBusiness()
const env = await asKey(await makeToken(business))
// Those of the key are older, so that the feed shows them as if the test had waited.
await ageEvents(business.id)
const before = await plantEvent(business.id, { data: { id: 'before' }, at: new Date(Date.now() - 55_000) })
const begin = Date.now() - 50_000
const plant = (type: 'product.updated' | 'category.updated', n: number) =>
  plantEvent(business.id, { type, data: { id: `object-${n}` }, at: new Date(begin + n) })

/** A receiver that keeps its requests and responds with one status after the other, the last one again and again. */
const requests: { body: string; headers: IncomingHttpHeaders }[] = []
let statuses: number[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  requests.push({ body, headers: request.headers })
  response.writeHead(statuses.length > 1 ? Number(statuses.shift()) : (statuses[0] ?? 204)).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
afterAll(() => receiver.close())

test('listen sends each event, signed as webhooks are, and tries again after a failure', async () => {
  statuses = [500, 204]
  await using running = await startStorefront(env, ['listen', '--forward-to', url, '--interval', '1'])
  const [, secret = ''] = /^signing secret: (whsec_\S+)$/.exec(await running.next()) ?? []
  expect(await running.nextNote()).toBe(
    `Forwarding every change to ${url} (about 15 seconds after it happens), up to 3 tries each. Ctrl-C ends it.`,
  )
  const id = await plant('product.updated', 1)
  const line = (status: number, tried: number) =>
    expect.stringMatching(new RegExp(`^${status} {2}try ${tried} {2}\\d+ ms {2}product.updated {2}${id}$`))
  expect([await running.next(), await running.next()]).toEqual([line(500, 1), line(204, 2)])
  const webhook = new Webhook(secret)
  for (const [n, { body, headers }] of requests.splice(0).entries()) {
    expect(webhook.verify(body, headers as Record<string, string>)).toMatchObject({ id })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Storefront/1',
      'webhook-id': id,
      'webhook-type': 'product.updated',
      'webhook-try': String(n + 1),
    })
  }
  expect(await running.interrupt()).toBe(130)
})

test('listen sends only the types that are wanted, with the secret that is given, and prints JSON', async () => {
  statuses = [204]
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const wanted = await plant('category.updated', 2)
  const options = ['--types', 'category.*', '--since', before, '--secret', secret, '--json']
  await using running = await startStorefront(env, ['listen', '--forward-to', url, ...options])
  expect(JSON.parse(await running.next())).toEqual({ forward_to: url, secret })
  expect(JSON.parse(await running.next())).toEqual({
    event_id: wanted,
    type: 'category.updated',
    try: 1,
    status_code: 204,
    error: null,
    duration_ms: expect.any(Number),
  })
  const [{ body = '', headers = {} } = {}] = requests.splice(0)
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ id: wanted })
})

test('listen says why nothing was received', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}/hook`
  await using running = await startStorefront(env, [
    'listen',
    '--forward-to',
    nobody,
    '--since',
    before,
    '--json',
  ])
  await running.next()
  expect(JSON.parse(await running.next())).toMatchObject({ status_code: null, error: 'connection_refused' })
})

test.each([
  [['--forward-to', 'localhost:3000'], /^error: --forward-to localhost:3000: it must be a URL such as /],
  [['--forward-to', url, '--secret', 'whsec_short'], /^error: --secret must be whsec_ and 24 to 64 bytes/],
])('listen %j is one line and exit code 2', async (options, line) => {
  const outcome = await storefront(env, ['listen', ...options])
  expect(outcome).toEqual({ code: 2, stdout: '', notes: [expect.stringMatching(line)] })
})
