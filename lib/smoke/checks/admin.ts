import { asKey, type Group } from '../context.ts'
import {
  described,
  expectHeader,
  expectNoHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  jsonOf,
  listIn,
} from '../expect.ts'

export const admin: Group = {
  name: 'Administration, reads',
  checks: [
    {
      name: 'the key reads itself, with its scopes and without its token',
      needs: ['key'],
      async run(context) {
        const response = await context.client.send('/admin/api-keys/current', { headers: asKey(context) })
        expectStatus(response, 200)
        const { scopes } = jsonOf(response)
        expectThat(Array.isArray(scopes) && scopes.length > 0, 'a list of scopes', scopes)
        const hasToken = response.body.includes(asKey(context).authorization.slice('Bearer '.length))
        expectThat(!hasToken, 'a response without the token', 'the token')
      },
    },
    {
      name: 'the scheme Bearer can be written in lower case',
      needs: ['key'],
      async run(context) {
        const authorization = asKey(context).authorization.replace('Bearer', 'bearer')
        const response = await context.client.send('/admin/api-keys/current', { headers: { authorization } })
        expectStatus(response, 200)
        jsonOf(response)
      },
    },
    {
      name: 'the key reads its business',
      needs: ['business:read'],
      async run(context) {
        const response = await context.client.send('/admin/business', { headers: asKey(context) })
        expectStatus(response, 200)
        expectSame('the slug', jsonOf(response).slug, context.slug)
        expectHeader(response, 'ETag', /^"\d+\.\d+"$/)
      },
    },
    {
      name: 'responses of /admin are private, never cached and never compressed',
      needs: ['key'],
      async run(context) {
        const headers = { ...asKey(context), 'accept-encoding': 'gzip, br' }
        const response = await context.client.send('/admin/products?limit=5', { headers })
        listIn(response)
        expectHeader(response, 'Cache-Control', 'private, no-store')
        expectNoHeader(response, 'Content-Encoding')
      },
    },
    {
      name: '?business= is unknown under /admin',
      needs: ['key', 'business'],
      async run(context) {
        const path = `/admin/products?business=${context.slug}`
        expectProblem(await context.client.send(path, { headers: asKey(context) }), 400, 'unknown_parameter')
      },
    },
    {
      name: 'HEAD under /admin has no body',
      needs: ['key'],
      async run(context) {
        const options = { method: 'HEAD', headers: asKey(context) }
        const response = await context.client.send('/admin/products', options)
        expectStatus(response, 200)
        expectHeader(response, 'Content-Type', /json/)
        expectThat(response.body.length === 0, 'no body', described(response))
      },
    },
  ],
}
