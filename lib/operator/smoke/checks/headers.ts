import { asKey, type Group } from '../context.ts'
import { expectHeader, expectThat, expectWords } from '../expect.ts'

/**
 * API Gateway is known to rename headers of integrations to `x-amzn-remapped-…`, or to replace them.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export const headers: Group = {
  name: 'Header names',
  checks: [
    {
      name: 'WWW-Authenticate arrives under its name, without and with a refused key',
      needs: [],
      async run({ client }) {
        expectHeader(await client.send('/products'), 'WWW-Authenticate', 'Bearer')
        const refused = await client.send('/products', { headers: { authorization: 'Bearer not-a-key' } })
        expectHeader(refused, 'WWW-Authenticate', 'Bearer error="invalid_token"')
      },
    },
    {
      name: 'ETag and Vary arrive under their names',
      needs: [],
      async run({ client }) {
        const response = await client.send('/openapi.json')
        expectHeader(response, 'ETag', /^"/)
        expectHeader(response, 'Vary', /./)
      },
    },
    {
      name: 'Allow arrives under its name',
      needs: [],
      async run({ client }) {
        expectWords(await client.send('/health', { method: 'PUT' }), 'Allow', ['GET'])
      },
    },
    {
      name: 'Date is a time',
      needs: [],
      async run({ client }) {
        const date = expectHeader(await client.send('/health'), 'Date', /GMT$/)
        expectThat(!Number.isNaN(Date.parse(date)), 'a time', date)
      },
    },
    {
      name: 'RateLimit and RateLimit-Policy arrive under their names',
      needs: ['key'],
      async run(context) {
        const response = await context.client.send('/admin/api-keys/current', { headers: asKey(context) })
        expectHeader(response, 'RateLimit-Policy', /^"default";q=\d+;w=\d+$/)
        expectHeader(response, 'RateLimit', /^"default";r=\d+;t=\d+$/)
      },
    },
    {
      // Last of the group, and behind all other requests: it checks every response of the run.
      name: 'no header of any response was renamed',
      needs: [],
      async run({ client }) {
        await client.send('/products')
        const renamed = [...client.headerNames].filter((name) => name.startsWith('x-amzn-remapped-'))
        expectThat(renamed.length === 0, 'no header x-amzn-remapped-…', renamed.join(', '))
      },
    },
  ],
}
