import { asKey, type Check, type Context, type Group, has, keyWith } from '../context.ts'
import {
  described,
  expectHeader,
  expectProblem,
  expectSame,
  expectStatus,
  expectThat,
  jsonOf,
  listIn,
} from '../expect.ts'
import { createCategory, createdId, createProduct, expectDeleted, madeName, TAG } from '../made.ts'
import { imports } from './imports.ts'
import { stock } from './stock.ts'

const productPath = ({ made }: Context) => `/admin/products/${has(made.product?.id)}`
const categoryPath = ({ made }: Context) => `/admin/categories/${has(made.category?.id)}`

const send = (context: Context, path: string, method = 'GET', headers = {}) =>
  context.client.send(path, { method, headers: { ...asKey(context), ...headers } })

const rename = (context: Context, ifMatch: string) =>
  context.client.send(
    productPath(context),
    keyWith(context, 'PATCH', { name: `Smoke test ${context.run}, renamed` }, { 'if-match': ifMatch }),
  )

const creation: Check[] = [
  {
    name: 'POST creates a category',
    needs: ['writes'],
    async run(context) {
      const response = await createCategory(context)
      Object.assign(has(context.made.category), createdId(response, '/admin/categories'))
    },
  },
  {
    name: 'POST creates a draft product',
    needs: ['a category'],
    async run(context) {
      const response = await createProduct(context)
      Object.assign(has(context.made.product), createdId(response, '/admin/products'))
    },
  },
]

const reading: Check[] = [
  {
    name: 'the product is read by its id and by its external id',
    needs: ['a product'],
    async run(context) {
      for (const path of [productPath(context), `/admin/products/by-external-id/${madeName(context)}`]) {
        const response = await send(context, path)
        expectStatus(response, 200)
        expectSame('the id', jsonOf(response).id, context.made.product?.id)
        expectHeader(response, 'ETag', has(context.made.product?.etag))
      }
    },
  },
]

const changing: Check[] = [
  {
    name: 'PATCH with a stale If-Match is 412 and changes nothing',
    needs: ['a product'],
    async run(context) {
      expectProblem(await rename(context, '"1.1"'), 412, 'precondition_failed')
      const response = await send(context, productPath(context))
      expectHeader(response, 'ETag', has(context.made.product?.etag))
    },
  },
  {
    name: 'PATCH with the current If-Match is 200 with a new ETag',
    needs: ['a product'],
    async run(context) {
      const before = has(context.made.product?.etag)
      const response = await rename(context, before)
      expectStatus(response, 200)
      expectThat(/, renamed$/.test(String(jsonOf(response).name)), 'the new name', described(response))
      const etag = expectHeader(response, 'ETag', TAG)
      expectThat(etag !== before, 'an ETag that has changed', etag)
    },
  },
]

const A_DAY_MS = 86_400_000

const planning: Check[] = [
  {
    name: 'a schedule of the product is planned, found in the list, and ended',
    needs: ['a product'],
    async run(context) {
      const path = `${productPath(context)}/schedule`
      const at = new Date(Date.now() + A_DAY_MS).toISOString()
      const planned = await context.client.send(
        path,
        keyWith(context, 'PUT', { at, patch: { tags: ['later'] } }),
      )
      expectStatus(planned, 201)
      const listed = listIn(await send(context, `/admin/schedules?product=${context.made.product?.id}`))
      expectSame(
        'the times in the list',
        listed.map((schedule) => schedule.at),
        [at],
      )
      expectStatus(await send(context, path, 'DELETE'), 204)
      expectProblem(await send(context, path, 'DELETE'), 404, 'schedule_not_found')
    },
  },
]

const deletion: Check[] = [
  {
    name: 'DELETE removes the product',
    needs: ['a product'],
    async run(context) {
      await expectDeleted(context, productPath(context), 'product_not_found')
      has(context.made.product).isGone = true
    },
  },
  {
    name: 'DELETE removes the category',
    needs: ['a category'],
    async run(context) {
      await expectDeleted(context, categoryPath(context), 'category_not_found')
      has(context.made.category).isGone = true
    },
  },
]

export const writes: Group = {
  name: 'Administration, writes',
  checks: [...creation, ...reading, ...changing, ...planning, ...imports, ...stock, ...deletion],
}
