import { asSlug, type Context, type Group, has } from '../context.ts'
import {
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  jsonOf,
  listIn,
  textIn,
} from '../expect.ts'

const read = (context: Context, path: string) => context.client.send(path, { headers: asSlug(context) })

export const SORTS = ['position', 'name', 'price', 'created_at'].flatMap((sort) => [sort, `-${sort}`])

const pages: Group = {
  name: 'Lists',
  checks: [
    {
      name: 'a list has the envelope data, count, has_more, next_cursor',
      needs: ['business'],
      async run(context) {
        for (const path of ['/products', '/categories']) {
          const response = await read(context, path)
          listIn(response)
          const { has_more: more, next_cursor: next } = jsonOf(response)
          expectThat(typeof more === 'boolean', '"has_more" as true or false', more)
          expectSame('"next_cursor" is null is', next === null, !more)
        }
      },
    },
    {
      name: 'limit=1 returns one product',
      needs: ['products'],
      async run(context) {
        expectSame('the number of products', listIn(await read(context, '/products?limit=1')).length, 1)
      },
    },
    {
      name: 'a limit outside 1 to 200 is refused',
      needs: ['business'],
      async run(context) {
        for (const limit of ['0', '201', 'ten', ''])
          expectProblem(await read(context, `/products?limit=${limit}`), 400, 'invalid_parameter')
      },
    },
    {
      name: 'every sort order is accepted',
      needs: ['business'],
      async run(context) {
        for (const sort of SORTS) listIn(await read(context, `/products?limit=1&sort=${sort}`))
      },
    },
    {
      name: 'a search finds the products and counts them',
      needs: ['products'],
      async run(context) {
        const response = await read(context, '/products/search?limit=1&facets=category,is_available')
        const { total, facets, corrected_q, relaxed } = jsonOf(response)
        expectSame('the number of products', listIn(response).length, 1)
        expectThat(typeof total === 'number' && total > 0, '"total" as a number above 0', total)
        expectThat(Array.isArray(facets) && facets.length === 2, 'two facets', facets)
        expectSame('"corrected_q" and "relaxed" are', `${corrected_q} ${relaxed}`, 'null false')
        expectProblem(await read(context, '/products/search?option=smoke'), 400, 'invalid_parameter')
      },
    },
    {
      name: 'a category that does not exist has no products',
      needs: ['business'],
      async run(context) {
        const path = `/products?category=smoke-${context.run}`
        expectSame('the number of products', listIn(await read(context, path)).length, 0)
      },
    },
    {
      name: 'parameters of advertising are ignored, unknown ones are refused',
      needs: ['business'],
      async run(context) {
        expectStatus(await read(context, '/products?limit=1&utm_source=smoke&gclid=1'), 200)
        expectProblem(await read(context, '/products?smoke=1'), 400, 'unknown_parameter')
      },
    },
    {
      name: 'a cursor that no list made is refused',
      needs: ['business'],
      async run(context) {
        expectProblem(await read(context, '/products?cursor=AAAAAAAAAAAAc21va2U'), 400, 'invalid_cursor')
      },
    },
  ],
}

/** The first page of one product, and the cursor behind it. */
async function firstPage(context: Context) {
  const response = await read(context, '/products?limit=1')
  const [first] = listIn(response)
  return { response, first, cursor: textIn(jsonOf(response), 'next_cursor') }
}

const cursors: Group = {
  name: 'Pages and single products',
  checks: [
    {
      name: 'a cursor leads to the next product',
      needs: ['products'],
      async run(context) {
        const { first, cursor } = await firstPage(context)
        const [second] = listIn(await read(context, `/products?limit=1&cursor=${cursor}`))
        expectThat(second !== undefined && second.id !== first?.id, 'another product', second)
      },
    },
    {
      name: 'the Link header leads to the next product',
      needs: ['products'],
      async run(context) {
        const { response, first } = await firstPage(context)
        const link = expectHeader(response, 'Link', /^<\?[^>]+>; rel="next"$/)
        const [second] = listIn(await read(context, `/products${link.slice(1, link.indexOf('>'))}`))
        expectThat(second !== undefined && second.id !== first?.id, 'another product', second)
      },
    },
    {
      name: 'a cursor is refused with other filters, another order and another path',
      needs: ['products'],
      async run(context) {
        const { cursor } = await firstPage(context)
        for (const path of ['/products?is_available=true&', '/products?sort=-name&', '/categories?'])
          expectProblem(await read(context, `${path}cursor=${cursor}`), 400, 'invalid_cursor')
      },
    },
    {
      name: 'fields returns only the id and those fields',
      needs: ['products'],
      async run(context) {
        const [first = {}] = listIn(await read(context, '/products?limit=1&fields=name'))
        expectSame('the fields', Object.keys(first).sort(), ['id', 'name'])
      },
    },
    {
      name: 'a product is found by its id and by its slug',
      needs: ['products'],
      async run(context) {
        const product = has(context.products[0])
        for (const name of [textIn(product, 'id'), textIn(product, 'slug')]) {
          const response = await read(context, `/products/${name}`)
          expectStatus(response, 200)
          expectSame('the id', jsonOf(response).id, product.id)
        }
      },
    },
    {
      name: 'no public product has a field of the admin view',
      needs: ['products'],
      async run(context) {
        for (const product of listIn(await read(context, '/products')))
          for (const field of ['status', 'sku', 'external_id', 'cost', 'metadata', 'version'])
            expectThat(!(field in product), `a product without "${field}"`, Object.keys(product))
      },
    },
  ],
}

export const lists: Group[] = [pages, cursors]
