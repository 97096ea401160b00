import type { Received } from '../client.ts'
import type { Context, Group } from '../context.ts'
import { expectHeader, expectSame, expectStatus, expectThat, expectWords } from '../expect.ts'

const STRONG_TAG = /^"[^"]+"$/
const PUBLIC = 'public, max-age=30, s-maxage=60, stale-while-revalidate=30'
const VARY = ['Accept-Encoding', 'Authorization', 'x-public-business-slug', 'x-public-business-uuid']

/** Headers of which HEAD sends the same as GET. */
const SAME_FOR_HEAD = ['content-type', 'etag', 'cache-control', 'vary', 'access-control-allow-origin']

async function expectHeadLikeGet({ client }: Context, path: string, headers = {}): Promise<void> {
  const get = await client.send(path, { headers })
  expectHeader(get, 'Content-Type', /json/)
  const head = await client.send(path, { method: 'HEAD', headers })
  expectSame('the status', head.status, get.status)
  expectThat(head.body.length === 0, 'HEAD without a body', `${head.body.length} bytes`)
  for (const name of SAME_FOR_HEAD)
    expectThat(
      head.headers.get(name) === get.headers.get(name),
      `HEAD ${path} with ${name}: ${get.headers.get(name)}`,
      head.headers.get(name) ?? `no ${name}`,
    )
}

async function expectNotModified({ client }: Context, path: string, headers = {}): Promise<void> {
  const etag = expectHeader(await client.send(path, { headers }), 'ETag', STRONG_TAG)
  const response = await client.send(path, { headers: { ...headers, 'if-none-match': `W/${etag}` } })
  expectStatus(response, 304)
  expectThat(response.body.length === 0, '304 without a body', `${response.body.length} bytes`)
  expectHeader(response, 'ETag', etag)
  expectHeader(response, 'Cache-Control', PUBLIC)
  expectHeader(response, 'Access-Control-Allow-Origin', '*')
}

function expectCacheable(response: Received): void {
  expectStatus(response, 200)
  expectHeader(response, 'Cache-Control', PUBLIC)
}

export const caching: Group = {
  name: 'Caching',
  checks: [
    {
      name: 'openapi.json can be cached for 30 s, in shared caches for 60 s',
      needs: [],
      async run({ client }) {
        expectCacheable(await client.send('/openapi.json'))
      },
    },
    {
      name: 'Vary keeps the responses of businesses and keys apart',
      needs: [],
      async run({ client }) {
        expectWords(await client.send('/openapi.json'), 'Vary', VARY)
      },
    },
    {
      name: 'If-None-Match with the current ETag is 304',
      needs: [],
      run: (context) => expectNotModified(context, '/openapi.json'),
    },
    {
      name: 'HEAD /openapi.json equals GET without a body',
      needs: [],
      run: (context) => expectHeadLikeGet(context, '/openapi.json'),
    },
  ],
}
