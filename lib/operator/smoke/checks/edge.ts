import { connect } from 'node:http2'
import type { Received } from '../client.ts'
import { type Context, type Group, pause } from '../context.ts'
import {
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  expectWords,
  textOf,
} from '../expect.ts'
import { Unexpected } from '../failures.ts'

/** A place has several caches: the first responses of one can each be of another one. */
const LOOKS = 15
const LOOK_MS = 1_000

/** A URL that no cache has seen: a name of its own in `_`, which every public GET ignores. */
const fresh = ({ run }: Context, name: string) => `/openapi.json?_=${run}-${name}`

const read = ({ client }: Context, path: string, headers = {}) => client.send(path, { headers })

/** The response as soon as it comes from the cache. Throws `Unexpected` if it never does. */
async function fromCache(context: Context, path: string, headers = {}): Promise<Received> {
  const ages: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await pause(context, LOOK_MS)
    const response = await read(context, path, headers)
    expectStatus(response, 200)
    const age = response.headers.get('age') ?? 'none'
    if (Number(age) > 0) return response
    ages.push(age)
  }
  throw new Unexpected(`GET ${path} with Age above 0 within ${LOOKS} requests`, `Age: ${ages.join(', ')}`)
}

async function expectGrowingAge(context: Context): Promise<void> {
  const path = fresh(context, 'age')
  const first = Number((await fromCache(context, path)).headers.get('age'))
  const ages = [first]
  while (Math.max(...ages) <= first && ages.length < LOOKS) {
    await pause(context, LOOK_MS)
    ages.push(Number((await read(context, path)).headers.get('age') ?? 0))
  }
  expectThat(Math.max(...ages) > first, 'an Age that grows', ages.join(', '))
}

/** The second response must be one of its own: the API gives each a request id. */
async function expectNotKept(context: Context, path: string, status: number): Promise<void> {
  const [one, other] = [await read(context, path), await read(context, path)]
  for (const response of [one, other]) expectStatus(response, status)
  const first = expectHeader(one, 'X-Request-Id', /./)
  expectThat(expectHeader(other, 'X-Request-Id', /./) !== first, `${status} not from the cache`, first)
}

/** The response in this coding, first from the API, then from the cache. */
async function expectCoded(context: Context, coding: 'gzip' | 'br' | 'identity'): Promise<void> {
  const path = fresh(context, 'coding')
  const headers = { 'accept-encoding': coding }
  const plain = textOf(await read(context, fresh(context, 'plain')))
  for (const response of [await read(context, path, headers), await fromCache(context, path, headers)]) {
    expectSame('Content-Encoding', response.headers.get('content-encoding') ?? 'identity', coding)
    expectHeader(
      response,
      'ETag',
      coding === 'identity' ? /^"[\w-]{22}"$/ : new RegExp(`^"[\\w-]{22}-${coding}"$`),
    )
    expectThat(textOf(response) === plain, 'the text of openapi.json', `${response.body.length} bytes`)
  }
}

async function expectRefusedKey(context: Context, path: string): Promise<void> {
  const refused = await read(context, path, { authorization: 'Bearer not-a-key' })
  expectProblem(refused, 403, 'key_at_the_edge')
  expectHeader(refused, 'Content-Type', 'application/problem+json')
  expectHeader(refused, 'Cache-Control', 'no-store')
  expectHeader(refused, 'Access-Control-Allow-Origin', '*')
}

/** The status of a request over HTTP/2. Throws `Unexpected` if the server does not speak it. */
function statusOverHttp2({ client }: Context, path: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const fail = (error: Error) => reject(new Unexpected('a response over HTTP/2', error.message))
  const session = connect(client.base.origin)
  session.setTimeout(10_000, () => fail(new Error('no response in time')))
  session.on('error', fail)
  const request = session.request({ ':path': client.base.pathname + path })
  request.on('response', (headers) => resolve(headers[':status'])).on('error', fail)
  request.on('close', () => fail(new Error('the stream ended')))
  request.end()
  return promise.finally(() => session.destroy())
}

/** The checks of the edge, which the API's own address would not pass. None of them needs a key or a business. */
export const edge: Group = {
  name: 'The edge',
  checks: [
    { name: 'a response comes from the cache, and its Age grows', needs: [], run: expectGrowingAge },
    {
      name: 'If-None-Match is 304 from the cache, and through it, and the 304 is not kept',
      needs: [],
      async run(context) {
        const etag = expectHeader(await fromCache(context, fresh(context, 'kept')), 'ETag', /^"/)
        for (const path of [fresh(context, 'kept'), fresh(context, 'through')]) {
          const response = await read(context, path, { 'if-none-match': etag })
          expectStatus(response, 304)
          expectHeader(response, 'ETag', etag)
          expectStatus(await read(context, path), 200)
        }
      },
    },
    {
      name: 'errors are not kept',
      needs: [],
      async run(context) {
        await expectNotKept(context, `/no-such-path-${context.run}`, 404)
        await expectNotKept(context, '/openapi.json?smoke=1', 400)
        await expectNotKept(context, '/products', 401)
      },
    },
    {
      name: 'POST, PUT, PATCH and DELETE are 403',
      needs: [],
      async run({ client }) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          expectStatus(await client.send('/products', { method }), 403)
      },
    },
    {
      name: 'a key is 403 key_at_the_edge, with and without an entry in the cache',
      needs: [],
      async run(context) {
        const path = fresh(context, 'key')
        await expectRefusedKey(context, path)
        await fromCache(context, path)
        await expectRefusedKey(context, path)
      },
    },
    {
      name: 'a path under /admin is 401 or 403 in any spelling',
      needs: [],
      async run({ client }) {
        for (const path of ['/admin/products', '/%61dmin/products', '/%61%64min/products']) {
          const { status } = await client.send(path)
          expectThat(status === 401 || status === 403, `GET ${path} with 401 or 403`, `${status}`)
        }
      },
    },
    {
      name: 'each coding keeps its bytes and its strong ETag',
      needs: [],
      async run(context) {
        for (const coding of ['gzip', 'br', 'identity'] as const) await expectCoded(context, coding)
      },
    },
    {
      name: 'a preflight is responded to by the API',
      needs: [],
      async run({ client }) {
        const response = await client.send('/products', {
          method: 'OPTIONS',
          headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
        })
        expectStatus(response, 204)
        expectHeader(response, 'Access-Control-Allow-Origin', '*')
        expectWords(response, 'Access-Control-Allow-Methods', ['GET', 'HEAD', 'OPTIONS'])
      },
    },
    {
      name: 'HTTP/2 works',
      needs: [],
      run: async (context) => expectSame('the status', await statusOverHttp2(context, '/health'), 200),
    },
  ],
}
