import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { countsOf } from '../../support/items.ts'
import { likeness } from '../dry-run.ts'
import { create, type Merchant, makeShelves, outcome, TEA, type Told } from '../merchant.ts'
import { everythingOf, typesOf } from '../table.ts'
import { makeSizes, shirts, variantsIn } from '../variants/shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const bulk = (operations: unknown, headers: Record<string, string> = {}) =>
  shop.ask('POST', '/admin/products/bulk', { operations }, headers)

/** `201`, or status, code and places of each operation's problem. */
const results = ({ body }: Told) =>
  body.data.map(({ status, problem }) => {
    const { code, errors = [] } = (problem ?? {}) as { code?: string; errors?: { pointer?: string }[] }
    return [status, code, ...errors.map(({ pointer }) => pointer)]
      .filter((part) => part !== undefined)
      .join(' ')
  })

const productOf = async (id: unknown) => (await shop.ask('GET', `/admin/products/${id}`)).body

describe('each operation', () => {
  test('creates, updates, upserts or deletes, and returns id and version without the product', async () => {
    const old = await create(shop, '/admin/products', { ...TEA, external_id: 'old' })
    const gone = await create(shop, '/admin/products', { ...TEA, external_id: 'gone' })
    const answer = await bulk([
      { op: 'create', data: { ...TEA, name: 'Gyokuro' } },
      { op: 'update', id: old.id.toUpperCase(), data: { price: 5, metadata: { a: '1' } } },
      { op: 'update', external_id: 'old', data: { metadata: { b: '2' } } },
      { op: 'upsert', external_id: 'made', data: TEA },
      { op: 'upsert', external_id: 'made', data: { ...TEA, external_id: 'made', price: 9 } },
      { op: 'delete', external_id: 'gone' },
      { op: 'delete', id: old.id },
    ])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const [made, , , upserted] = answer.body.data
    expect(answer.body).toEqual({
      data: [
        { index: 0, status: 201, id: made?.id, version: 1 },
        { index: 1, status: 200, id: old.id, version: 2 },
        { index: 2, status: 200, id: old.id, version: 3 },
        { index: 3, status: 201, id: upserted?.id, version: 1 },
        { index: 4, status: 200, id: upserted?.id, version: 2 },
        { index: 5, status: 204, id: gone.id, version: 2 },
        { index: 6, status: 204, id: old.id, version: 4 },
      ],
      count: 7,
    })
    expect(await productOf(made?.id)).toMatchObject({
      name: 'Gyokuro',
      slug: 'gyokuro',
      status: 'draft',
      version: 1,
    })
    expect(await productOf(upserted?.id)).toMatchObject({ external_id: 'made', price: 9 })
    expect((await productOf(old.id)).code).toBe('product_not_found')
    expect(await countsOf(shop.business.id)).toEqual({ tea: 2, pots: 0 })
    expect((await typesOf(shop.business.id)).slice(4)).toEqual([
      'product.created',
      'product.updated',
      'product.updated',
      'product.created',
      'product.updated',
      'product.deleted',
      'product.deleted',
    ])
  })

  test('fails alone, in its place, with pointers from the root of the body', async () => {
    const { id, version } = await create(shop, '/admin/products', {
      ...TEA,
      slug: 'taken',
      external_id: 'erp',
      compare_at_price: 9000,
    })
    const before = await everythingOf(shop.business.id)
    const none = randomUUID()
    const cases: [operation: unknown, result: string][] = [
      [null, '422 validation_failed /operations/0'],
      [[], '422 validation_failed /operations/1/op'],
      [{ data: {} }, '422 validation_failed /operations/2/op'],
      [{ op: 'destroy', id }, '422 validation_failed /operations/3/op'],
      [{ op: 'create' }, '422 validation_failed /operations/4/data'],
      [{ op: 'create', data: [] }, '422 validation_failed /operations/5/data'],
      [
        { op: 'create', data: {}, id },
        '422 validation_failed /operations/6/id /operations/6/data/name /operations/6/data/price /operations/6/data/category_id',
      ],
      [
        { op: 'create', data: { name: '', price: -1, category_id: 'tea', 'a/~': 1 } },
        '422 validation_failed /operations/7/data/a~1~0 /operations/7/data/name /operations/7/data/price',
      ],
      [{ op: 'create', data: { ...TEA, id } }, '422 validation_failed /operations/8/data/id'],
      [{ op: 'create', data: { ...TEA, slug: 'taken' } }, '409 slug_taken /operations/9/data/slug'],
      [
        { op: 'create', data: { ...TEA, category_id: 'none' } },
        '422 validation_failed /operations/10/data/category_id',
      ],
      [{ op: 'update', data: {} }, '422 validation_failed /operations/11'],
      [{ op: 'update', id, external_id: 'erp', data: {} }, '422 validation_failed /operations/12'],
      [{ op: 'update', id: 'x', data: {} }, '422 validation_failed /operations/13/id'],
      [{ op: 'update', id, data: { version: 9 } }, '422 validation_failed /operations/14/data/version'],
      [{ op: 'update', id: none, data: { price: 1 } }, '404 product_not_found'],
      [{ op: 'update', external_id: 'none', data: { price: 1 } }, '404 product_not_found'],
      [{ op: 'update', id, data: { price: 1 }, if_match: '"1.1"' }, '412 precondition_failed'],
      [{ op: 'update', id: none, data: { price: 1 }, if_match: '"1.1"' }, '404 product_not_found'],
      [{ op: 'upsert', data: TEA }, '422 validation_failed /operations/19/external_id'],
      [
        { op: 'upsert', external_id: 'erp', data: { ...TEA, external_id: 'else' } },
        '422 validation_failed /operations/20/data/external_id',
      ],
      [{ op: 'upsert', external_id: 'none', data: TEA, if_match: '*' }, '404 product_not_found'],
      [{ op: 'delete', id, if_match: 7 }, '422 validation_failed /operations/22/if_match'],
      [{ op: 'delete', id, if_match: '"1.1"' }, '412 precondition_failed'],
      [{ op: 'delete', id: none }, '404 product_not_found'],
      [
        { op: 'delete', id, business_id: shop.business.id },
        '422 validation_failed /operations/25/business_id',
      ],
      [{ op: 'variants', data: {} }, '422 validation_failed /operations/26'],
      [
        { op: 'variants', id, data: { variants: [{ id, sku: 7 }, { price: 1 }], name: 'x' } },
        '422 validation_failed /operations/27/data/name /operations/27/data/variants/0/sku /operations/27/data/variants/1',
      ],
      [{ op: 'variants', id: none, data: { variants: [] } }, '404 product_not_found'],
      [
        { op: 'variants', id, data: { variants: [{ id: `${id}-1`, price: 1 }] } },
        '422 validation_failed /operations/29/data/variants/0/id',
      ],
      [{ op: 'variants', id, data: {}, if_match: '"1.1"' }, '412 precondition_failed'],
      [{ op: 'reprice', id, percent: 1001 }, '422 validation_failed /operations/31/percent'],
      [{ op: 'reprice', id, percent: 1000 }, '422 validation_failed /operations/32/percent'],
      [{ op: 'reprice', id, percent: 1000, if_match: '"1.1"' }, '412 precondition_failed'],
      [{ op: 'reprice', external_id: 'none', percent: 5 }, '404 product_not_found'],
      // Wrong for every product, also for one that there is not.
      [{ op: 'update', id: none, data: { price: -1 } }, '422 validation_failed /operations/35/data/price'],
    ]
    const operations = cases.map(([operation]) => operation)
    const tried = await shop.ask('POST', '/admin/products/bulk?dry_run=true', { operations })
    const answer = await bulk(operations)
    expect(results(answer)).toEqual(cases.map(([, result]) => result))
    expect(tried.body.data.map(likeness)).toEqual(answer.body.data.map(likeness))
    expect(answer.body.data.map(({ index }) => index)).toEqual(cases.map((_, index) => index))
    for (const { problem, status } of answer.body.data)
      expect(problem).toMatchObject({ status, request_id: answer.headers.get('x-request-id') })
    expect(await everythingOf(shop.business.id)).toEqual(before)
    expect(await productOf(id)).toMatchObject({ version })
  })

  test('changes the variants that it names and leaves the others, or reprices all of them', async () => {
    const { product, path, variants } = await makeSizes(shop, shirts(), { external_id: 'shirt' })
    const { id } = product
    const answer = await bulk([
      { op: 'variants', id, data: { variants: [{ sku: 'SHIRT-S', price: 105, is_enabled: false }] } },
      { op: 'reprice', id, percent: 10 },
      { op: 'reprice', id, percent: 0 },
      { op: 'reprice', external_id: 'shirt', percent: -99 },
      { op: 'variants', external_id: 'shirt', data: { variants: [{ id: variants[0]?.id, sku: null }] } },
    ])
    expect(answer.body.data.map(({ status, version }) => [status, version])).toEqual([
      [200, 3],
      [200, 4],
      [200, 4],
      [200, 5],
      [200, 6],
    ])
    const [S, M, L] = variants
    expect(variantsIn(await shop.ask('GET', path))).toEqual([
      { ...S, price: 1, sku: null, is_enabled: false },
      { ...M, price: 22 },
      { ...L, price: 33 },
    ])
    expect((await typesOf(shop.business.id)).slice(-4)).toEqual(Array(4).fill('product.updated'))
  })

  test('sees what those before it did, and a failure stops none behind it', async () => {
    const answer = await bulk([
      { op: 'create', data: { ...TEA, external_id: 'a', slug: 'a' } },
      { op: 'create', data: { ...TEA, slug: 'a' } },
      { op: 'update', external_id: 'a', data: { slug: 'b' } },
      { op: 'create', data: { ...TEA, slug: 'a' } },
      { op: 'delete', external_id: 'a' },
      { op: 'delete', external_id: 'a' },
      { op: 'upsert', external_id: 'a', data: { ...TEA, slug: 'b' } },
    ])
    expect(results(answer)).toEqual([
      '201',
      '409 slug_taken /operations/1/data/slug',
      '200',
      '201',
      '204',
      '404 product_not_found',
      '201',
    ])
    expect(await countsOf(shop.business.id)).toEqual({ tea: 2, pots: 0 })
  })

  test('is held to its if_match', async () => {
    const { id, created_at } = await create(shop, '/admin/products', TEA)
    const tag = (version: number) => `"${Date.parse(created_at)}.${version}"`
    const answer = await bulk([
      { op: 'update', id, data: { price: 1 }, if_match: tag(1) },
      { op: 'update', id, data: { price: 2 }, if_match: tag(1) },
      { op: 'update', id, data: { price: 3 }, if_match: `W/${tag(2)}` },
      { op: 'update', id, data: { price: 4 }, if_match: `${tag(1)}, ${tag(2)}` },
      { op: 'delete', id, if_match: tag(2) },
      { op: 'update', id, data: { price: 5 }, if_match: 'x' },
      { op: 'delete', id, if_match: tag(3) },
    ])
    expect(answer.body.data.map(({ status }) => status)).toEqual([200, 412, 412, 200, 412, 400, 204])
  })
})

test('more than 100 operations are refused as a whole', async () => {
  const answer = await bulk(Array.from({ length: 101 }, () => ({ op: 'create', data: TEA })))
  expect([outcome(answer), answer.body.errors.map(({ pointer }) => pointer)]).toEqual([
    '422 validation_failed',
    ['/operations'],
  ])
  expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 0 })
})

test('100 operations are carried out, in order', async () => {
  const operations = Array.from({ length: 100 }, (_, n) => ({
    op: 'create',
    data: { ...TEA, slug: `p${n}` },
  }))
  const { body } = await bulk(operations)
  expect(body.count).toBe(100)
  expect(body.data.map(({ index, status }) => [index, status])).toEqual(operations.map((_, n) => [n, 201]))
  const ids = body.data.map(({ id }) => id)
  expect(ids.toSorted()).toEqual(ids)
  expect(await productOf(ids[99])).toMatchObject({ slug: 'p99' })
  expect(await countsOf(shop.business.id)).toEqual({ tea: 100, pots: 0 })
})

test('the bulk path is not a product called bulk', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const body = method === 'GET' || method === 'HEAD' ? undefined : {}
    const { status, headers } = await shop.ask(method, '/admin/products/bulk', body)
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
})
