import { asKey, type Group } from '../context.ts'
import { expectHeader, expectNoHeader, expectStatus, expectThat, jsonOf, listIn } from '../expect.ts'

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
  ],
}
