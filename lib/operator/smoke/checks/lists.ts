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
  ],
}

export const lists: Group[] = [pages, cursors]
