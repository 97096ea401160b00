import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { asKey, type Check, type Context, type Group, keyWith } from '../context.ts'
import {
  described,
  expectHeader,
  expectProblem,
  expectSame,
  expectThat,
  expectWords,
  textIn,
} from '../expect.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** One byte more than a body can have. */
const TOO_LARGE = 256 * 1024 + 1

const otherMethod = (place: string, path: string, allowed: string[]): Check => ({
  name: `another method on ${place} is 405 with Allow`,
  needs: [],
  async run({ client }) {
    const response = await client.send(path, { method: 'DELETE' })
    expectProblem(response, 405, 'method_not_allowed')
    expectWords(response, 'Allow', allowed)
  },
})

const form: Group = {
  name: 'Problems',
  checks: [
    {
      name: 'a problem has the content type application/problem+json',
      needs: [],
      async run({ client }) {
        for (const path of ['/no-such-path', '/products', '/admin/products'])
          expectHeader(await client.send(path), 'Content-Type', /^application\/problem\+json\b/)
      },
    },
    {
      name: 'a problem has the request id of its response',
      needs: [],
      async run({ client }) {
        const response = await client.send('/products')
        const problem = expectProblem(response, 401, 'identification_required')
        const id = response.headers.get('x-request-id')
        expectSame('"request_id"', problem.request_id, id)
        expectSame('"instance"', problem.instance, `urn:uuid:${id}`)
        expectSame('"status"', problem.status, 401)
      },
    },
    {
      name: 'the type of a problem is a URL that ends in its code',
      needs: [],
      async run({ client }) {
        const problem = expectProblem(await client.send('/products'), 401, 'identification_required')
        const type = textIn(problem, 'type')
        const hash = URL.canParse(type, client.base.href) && new URL(type, client.base.href).hash
        expectThat(hash === '#identification_required', 'a URL that ends in #identification_required', type)
      },
    },
    {
      name: 'a problem is never cached',
      needs: [],
      async run({ client }) {
        for (const path of ['/no-such-path', '/products', '/admin/products'])
          expectHeader(await client.send(path), 'Cache-Control', 'no-store')
      },
    },
    {
      name: 'an unknown path is 404',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/no-such-path'), 404, 'route_not_found')
      },
    },
    otherMethod('a public path', '/products', ['GET', 'HEAD', 'OPTIONS']),
    otherMethod('an administrative path', '/admin/products', ['GET', 'HEAD', 'POST']),
    {
      name: 'an unknown parameter is refused by its name',
      needs: [],
      async run({ client }) {
        const response = await client.send('/health?smoke=1')
        const { errors } = expectProblem(response, 400, 'unknown_parameter')
        const [first] = Array.isArray(errors) ? errors : []
        expectThat(isJsonObject(first) && first.parameter === 'smoke', 'an error of "smoke"', errors)
      },
    },
  ],
}

/** A product that is refused for its fields: whatever happens, it is never created. */
const WITHOUT_PRICE = { name: 'Smoke test', category_id: 'no-such-category' }

const create = (context: Context, body: JsonObject) =>
  context.client.send('/admin/products', keyWith(context, 'POST', body))

const bodies: Group = {
  name: 'Problems of bodies',
  checks: [
    {
      name: 'a body that is too large is 413',
      needs: ['key'],
      async run(context) {
        const body = { ...WITHOUT_PRICE, description: 'x'.repeat(TOO_LARGE) }
        expectProblem(await create(context, body), 413, 'body_too_large')
      },
    },
    {
      name: 'a body of another media type is 415, with Accept-Patch for a PATCH',
      needs: ['key'],
      async run(context) {
        const headers = { ...asKey(context), 'content-type': 'text/plain' }
        const path = `/admin/products/${UNKNOWN_ID}`
        const response = await context.client.send(path, { method: 'PATCH', headers, body: '{}' })
        expectProblem(response, 415, 'unsupported_media_type')
        expectWords(response, 'Accept-Patch', ['application/merge-patch+json', 'application/json'])
      },
    },
    {
      name: 'a body that is not JSON is 400',
      needs: ['key'],
      async run(context) {
        const options = { ...keyWith(context, 'POST', {}), body: '{"name":' }
        expectProblem(await context.client.send('/admin/products', options), 400, 'invalid_json')
      },
    },
    {
      name: 'a body with wrong fields is 422 with a pointer for each',
      needs: ['key'],
      async run(context) {
        const response = await create(context, { ...WITHOUT_PRICE, smoke: 1 })
        const { errors } = expectProblem(response, 422, 'validation_failed')
        const pointers = Array.isArray(errors) ? errors.filter(isJsonObject).map((one) => one.pointer) : []
        const holds = ['/price', '/smoke'].every((pointer) => pointers.includes(pointer))
        expectThat(holds, 'errors with the pointers /price and /smoke', described(response))
      },
    },
    {
      name: 'an unknown parameter under /admin is refused',
      needs: ['key'],
      async run(context) {
        const response = await context.client.send('/admin/products?smoke=1', { headers: asKey(context) })
        expectProblem(response, 400, 'unknown_parameter')
      },
    },
    {
      name: 'an id that no object has is 404',
      needs: ['key'],
      async run(context) {
        const path = `/admin/products/${UNKNOWN_ID}`
        const response = await context.client.send(path, { headers: asKey(context) })
        expectProblem(response, 404, 'product_not_found')
      },
    },
  ],
}

export const problems: Group[] = [form, bodies]
