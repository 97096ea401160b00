import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BucketUnavailable, deleteObject, putObject } from '../../../lib/data/s3/client.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  body: string
}

let seen: Seen[] = []
/** The code of a refusal. */
let code = ''
/** The statuses of the next responses; the last one stays. */
let statuses: number[] = []

const server = createServer(async (incoming: IncomingMessage, response) => {
  const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString()
  const { method, url, headers } = incoming
  seen.push({ method, url, authorization: headers.authorization, body })
  const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
  if (status === 0) return void response.destroy()
  response.writeHead(status).end(status < 300 ? '' : `<Error><Code>${code}</Code></Error>`)
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('STOREFRONT_MEDIA_BUCKET', 'pictures')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  seen = []
  statuses = [200]
  code = 'SlowDown'
})

test('an object is put below the bucket, signed', async () => {
  await putObject('media/a/1.webp', Buffer.from('bytes'), { 'content-type': 'image/webp' })
  expect(seen).toMatchObject([
    {
      method: 'PUT',
      url: '/pictures/media/a/1.webp',
      authorization: expect.stringContaining(
        'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date',
      ),
      body: 'bytes',
    },
  ])
})

test('a body that did not arrive in time is sent again', async () => {
  statuses = [400, 200]
  code = 'RequestTimeout'
  await putObject('media/a/1.webp', Buffer.from('bytes'), {})
  expect(seen).toHaveLength(2)
})

test.each([[[503, 200]], [[429, 500, 200]], [[0, 200]]])('%j passes', async (given) => {
  statuses = [...given]
  await deleteObject('media/a/1.webp')
  expect(seen).toHaveLength(given.length)
})

test('the third failure is the last', async () => {
  statuses = [503]
  await expect(deleteObject('media/a/1.webp')).rejects.toThrow(
    new BucketUnavailable('DELETE of an object: 503 SlowDown'),
  )
  expect(seen).toHaveLength(3)
})

test('a refusal is not repeated', async () => {
  statuses = [403]
  await expect(deleteObject('media/a/1.webp')).rejects.toThrow('DELETE of an object: 403')
  expect(seen).toHaveLength(1)
})
