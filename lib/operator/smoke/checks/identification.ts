import { mintToken } from '../../../domain/api-keys/token.ts'
import { asKey, asSlug, type Group } from '../context.ts'
import { expectHeader, expectProblem, expectSame, expectStatus, jsonOf, textIn } from '../expect.ts'

/** Well-formed names and keys that no business has. */
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000'
const UNKNOWN_SLUG = 'no-business-has-this-slug-00000000'

const SLUG = 'x-public-business-slug'
const UUID = 'x-public-business-uuid'

const withoutBusiness: Group = {
  name: 'Identification',
  checks: [
    {
      name: 'a request with only a slug reaches the endpoint',
      needs: [],
      async run({ client }) {
        // An authorizer with identity sources would let the gateway refuse it: 401 {"message":"Unauthorized"}.
        const response = await client.send('/products', { headers: { [SLUG]: UNKNOWN_SLUG } })
        expectProblem(response, 404, 'business_not_found')
      },
    },
    {
      name: 'a request with only a UUID reaches the endpoint',
      needs: [],
      async run({ client }) {
        const response = await client.send('/products', { headers: { [UUID]: UNKNOWN_UUID } })
        expectProblem(response, 404, 'business_not_found')
      },
    },
    {
      name: 'a request with only ?business= reaches the endpoint',
      needs: [],
      async run({ client }) {
        const response = await client.send(`/products?business=${UNKNOWN_SLUG}`)
        expectProblem(response, 404, 'business_not_found')
      },
    },
    {
      name: 'a request without identification is refused',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/products'), 401, 'identification_required')
      },
    },
    {
      name: 'an empty slug is refused',
      needs: [],
      async run({ client }) {
        const response = await client.send('/products', { headers: { [SLUG]: '' } })
        expectProblem(response, 400, 'invalid_identity')
      },
    },
    {
      name: 'a slug that is sent twice is refused',
      needs: [],
      async run({ client }) {
        const response = await client.send('/products', { headers: { [SLUG]: [UNKNOWN_SLUG, UNKNOWN_SLUG] } })
        expectProblem(response, 400, 'invalid_identity')
      },
    },
    {
      name: '?business= that is sent twice is refused',
      needs: [],
      async run({ client }) {
        const response = await client.send(`/products?business=${UNKNOWN_SLUG}&business=${UNKNOWN_SLUG}`)
        expectProblem(response, 400, 'invalid_identity')
      },
    },
  ],
}

const authorization: Group = {
  name: 'Authorization',
  checks: [
    {
      name: 'an unknown API key is refused on a public path',
      needs: [],
      async run({ client }) {
        const headers = { authorization: `Bearer ${mintToken()}` }
        expectProblem(await client.send('/products', { headers }), 401, 'invalid_api_key')
      },
    },
    {
      name: '/admin without an API key is refused',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/admin/products'), 401, 'identification_required')
      },
    },
  ],
}

const ofBusiness: Group = {
  name: 'Identification of the business',
  checks: [
    {
      name: 'the slug identifies the business',
      needs: ['business'],
      async run(context) {
        const response = await context.client.send('/business', { headers: asSlug(context) })
        expectStatus(response, 200)
        expectSame('the slug', jsonOf(response).slug, context.slug)
      },
    },
    {
      name: 'an API key identifies its business, and its response is private',
      needs: ['key'],
      async run(context) {
        const response = await context.client.send('/business', { headers: asKey(context) })
        expectStatus(response, 200)
        expectSame('the slug', textIn(jsonOf(response), 'slug'), context.slug)
        expectHeader(response, 'Cache-Control', 'private, no-store')
      },
    },
  ],
}

export const identification: Group[] = [withoutBusiness, authorization, ofBusiness]
