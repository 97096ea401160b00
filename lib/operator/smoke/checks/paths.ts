import { asSlug, type Context, type Group } from '../context.ts'
import { expectProblem } from '../expect.ts'

const read = (context: Context, path: string) => context.client.send(path, { headers: asSlug(context) })

export const paths: Group = {
  name: 'Paths',
  checks: [
    {
      // The function of unknown paths compares the path that arrives with the routes, base path and all.
      name: 'the base path arrives as it was sent',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/business', { method: 'PUT' }), 405, 'method_not_allowed')
      },
    },
    {
      // Decoded, it would have a segment more, which no route has.
      name: '%2F in a path variable stays part of it',
      needs: ['business'],
      async run(context) {
        expectProblem(await read(context, '/products/a%2Fb'), 404, 'product_not_found')
      },
    },
    {
      name: '%2F between segments does not lead to a route',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/products%2Fa'), 404, 'route_not_found')
      },
    },
    {
      name: 'a path variable can have percent-encoded characters',
      needs: ['business'],
      async run(context) {
        for (const name of ['%C3%A9', 'a%20b', `${context.run}%3Fb`, '%25'])
          expectProblem(await read(context, `/products/${name}`), 404, 'product_not_found')
      },
    },
    {
      name: 'an unknown path is 404',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/no-such-path'), 404, 'route_not_found')
      },
    },
    {
      name: 'a doubled slash is 404',
      needs: [],
      async run({ client }) {
        for (const path of ['//products', '/admin//products'])
          expectProblem(await client.send(path), 404, 'route_not_found')
      },
    },
    {
      name: 'a trailing slash is 404',
      needs: [],
      async run({ client }) {
        for (const path of ['/products/', '/admin/products/'])
          expectProblem(await client.send(path), 404, 'route_not_found')
      },
    },
    {
      name: 'a path in capitals is 404',
      needs: [],
      async run({ client }) {
        expectProblem(await client.send('/PRODUCTS'), 404, 'route_not_found')
      },
    },
  ],
}
