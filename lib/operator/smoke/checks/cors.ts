import type { Received } from '../client.ts'
import type { Group } from '../context.ts'
import {
  expectHeader,
  expectNoHeader,
  expectProblem,
  expectStatus,
  expectThat,
  expectWords,
} from '../expect.ts'

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: {
    origin: 'https://shop.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-public-business-slug',
  },
}

export const EXPOSED = ['ETag', 'Link', 'Retry-After', 'X-Request-Id', 'Deprecation', 'Sunset']

function expectPreflight(response: Received): void {
  expectStatus(response, 204)
  expectHeader(response, 'Access-Control-Allow-Origin', '*')
  expectWords(response, 'Access-Control-Allow-Methods', ['GET', 'HEAD', 'OPTIONS'])
  expectWords(response, 'Access-Control-Allow-Headers', [
    'x-public-business-slug',
    'x-public-business-uuid',
    'if-none-match',
  ])
  expectHeader(response, 'Access-Control-Max-Age', '7200')
}

export const cors: Group = {
  name: 'CORS',
  checks: [
    {
      name: 'a page can read a public list after a preflight',
      needs: [],
      async run({ client }) {
        expectPreflight(await client.send('/products', PREFLIGHT))
      },
    },
    {
      name: 'a preflight never allows Authorization',
      needs: [],
      async run({ client }) {
        const response = await client.send('/products', PREFLIGHT)
        expectPreflight(response)
        const allowed = response.headers.get('access-control-allow-headers') ?? ''
        expectThat(!/authorization|\*/i.test(allowed), 'headers without Authorization', allowed)
        expectNoHeader(response, 'Access-Control-Allow-Credentials')
      },
    },
    {
      name: 'a preflight of /admin is refused, without CORS headers',
      needs: [],
      async run({ client }) {
        const response = await client.send('/admin/products', PREFLIGHT)
        expectProblem(response, 405, 'method_not_allowed')
        expectNoHeader(response, 'Access-Control-Allow-Origin')
      },
    },
    {
      name: 'a page can read public problems, with and without Origin',
      needs: [],
      async run({ client }) {
        for (const options of [{}, { headers: { origin: 'https://shop.example' } }]) {
          const response = await client.send('/products', options)
          expectHeader(response, 'Access-Control-Allow-Origin', '*')
          expectWords(response, 'Access-Control-Expose-Headers', EXPOSED)
        }
      },
    },
    {
      name: 'no page can read a problem of /admin',
      needs: [],
      async run({ client }) {
        const headers = { origin: 'https://shop.example' }
        const response = await client.send('/admin/products', { headers })
        expectProblem(response, 401, 'identification_required')
        expectNoHeader(response, 'Access-Control-Allow-Origin')
      },
    },
  ],
}
