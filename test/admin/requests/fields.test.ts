import { expect, test } from 'vitest'
import { create, faults, makeShelves, TEA } from '../merchant.ts'

const shop = await makeShelves()
const target = await create(shop, '/admin/products', { ...TEA, external_id: 'target' })

/** Each way to write a product's fields, given as raw JSON; answers what is wrong, or what is then stored. */
const WAYS: Record<string, (fields: string) => Promise<string[] | Record<string, unknown>>> = {
  POST: (fields) => judged('POST', '/admin/products', whole(fields)),
  PATCH: (fields) => judged('PATCH', `/admin/products/${target.id}`, `{${fields}}`),
  PUT: (fields) => judged('PUT', '/admin/products/by-external-id/target', whole(fields)),
  'bulk create': (fields) => inBulk(`{"op":"create","data":${whole(fields)}}`),
  'bulk update': (fields) => inBulk(`{"op":"update","id":"${target.id}","data":{${fields}}}`),
  'bulk upsert': (fields) => inBulk(`{"op":"upsert","external_id":"target","data":${whole(fields)}}`),
}

/** A body in which these fields come last: of two members with one name the last one counts. */
const whole = (fields: string) => `{"name":"Sencha","price":0,"category_id":"tea",${fields}}`

async function judged(method: string, path: string, body: string) {
  const answer = await shop.ask(method, path, body)
  return answer.status === 422 ? faults(answer) : answer.body
}

async function inBulk(operation: string) {
  const { body } = await shop.ask('POST', '/admin/products/bulk', `{"operations":[${operation}]}`)
  const [result] = body.data
  const { errors } = (result?.problem ?? {}) as { errors?: { pointer: string; code: string }[] }
  if (!errors) return (await shop.ask('GET', `/admin/products/${result?.id}`)).body
  return errors.map(({ pointer, code }) => `${pointer.replace('/operations/0/data', '')} ${code}`)
}

/** How a number is written, and what it is stored as; undefined if it is no price. */
const PRICES: [written: string, stored: number | undefined][] = [
  ['-1', undefined],
  ['-0', 0],
  ['-0.0', 0],
  ['0.5', undefined],
  ['1e-400', 0],
  ['1e400', undefined],
  ['1e21', undefined],
  ['9007199254740993', undefined],
  ['"10"', undefined],
  ['true', undefined],
  ['[10]', undefined],
  ['{}', undefined],
  ['1000000000000', 1e12],
  ['1e12', 1e12],
  ['1000000000001', undefined],
  ['1000000000000.5', undefined],
  ['10.0', 10],
  ['1e3', 1000],
]

test('whole amounts up to 10^12 are stored as they were written', async () => {
  for (const [written, stored] of PRICES) {
    const result = await WAYS.PATCH?.(`"price":${written}`)
    if (stored === undefined) expect(result, written).toEqual(['/price invalid'])
    else expect(Object.is((result as Record<string, unknown>).price, stored), written).toBe(true)
  }
})

test.each(Object.keys(WAYS))('%s names every fault at once, each by its own pointer', async (way) => {
  const fields = {
    name: ' ',
    price: -1,
    is_available: 'yes',
    category_id: 'No Slug',
    compare_at_price: 1.5,
    images: [{ url: 'https://img.example/' }, { url: 'http://img.example/', alt: 7 }],
    tags: ['ok', ''],
    status: 'gone',
    sku: '',
    external_id: 'target',
    metadata: { 'a/b~c': 7 },
    'x~/y': 1,
    nmae: 2,
  }
  const result = await WAYS[way]?.(JSON.stringify(fields).slice(1, -1))
  expect((result as string[]).sort()).toEqual(
    [
      '/name',
      '/price',
      '/is_available',
      '/category_id',
      '/compare_at_price',
      '/images/1/url',
      '/images/1/alt',
      '/tags/1',
      '/status',
      '/sku',
      '/metadata/a~1b~0c',
    ]
      .map((pointer) => `${pointer} invalid`)
      .concat('/x~0~1y unknown_field', '/nmae unknown_field')
      .sort(),
  )
})

const REQUIRED = ['name', 'price', 'category_id']
const KEPT = ['slug', 'status', 'is_available']
const NULLABLE = ['compare_at_price', 'sku', 'cost']

test.each(Object.keys(WAYS))('%s takes null only where null can stand', async (way) => {
  for (const field of [...REQUIRED, ...KEPT]) {
    const result = await WAYS[way]?.(`"${field}":null`)
    expect(result, field).toEqual([expect.stringMatching(`^/${field} (required|invalid)$`)])
  }
  for (const field of NULLABLE) expect(await WAYS[way]?.(`"${field}":null`)).toMatchObject({ [field]: null })
})

/** The path of each resource, and the fields that nobody writes once it exists. */
const READ_ONLY: [path: string, fields: string[]][] = [
  [`/admin/products/${target.id}`, ['id', 'currency', 'created_at', 'updated_at', 'version']],
  ['/admin/categories/tea', ['id', 'created_at', 'updated_at', 'version']],
  ['/admin/business', ['id', 'slug', 'currency', 'status', 'created_at', 'updated_at', 'version']],
]

test.each(READ_ONLY)('a patch of %s may repeat what is read-only and not change it', async (path, fields) => {
  const { body: stored } = await shop.ask('GET', path)
  const patch = (values: object) => shop.ask('PATCH', path, values)
  expect((await patch(stored)).body).toEqual(stored)
  for (const field of fields) {
    expect((await patch({ [field]: stored[field] })).body).toEqual(stored)
    for (const other of [null, '', 0, `${stored[field]} `, [stored[field]]])
      expect(faults(await patch({ [field]: other }))).toEqual([`/${field} read_only`])
  }
  const all = Object.fromEntries(fields.map((field) => [field, 'else']))
  const readOnly = fields.map((field) => `/${field} read_only`)
  expect(faults(await patch({ ...all, name: null, x: 1 })).sort()).toEqual(
    ['/name required', '/x unknown_field', ...readOnly].sort(),
  )
  expect(faults(await patch(all)).sort()).toEqual(readOnly.sort())
  expect((await shop.ask('GET', path)).body).toEqual(stored)
})

test('a replacement may repeat what is read-only and not change it', async () => {
  const path = '/admin/products/by-external-id/target'
  const { body: stored } = await shop.ask('GET', path)
  expect((await shop.ask('PUT', path, stored)).body).toEqual(stored)
  for (const field of ['id', 'currency', 'created_at', 'updated_at', 'version', 'external_id'])
    for (const other of [null, 'else'])
      expect(faults(await shop.ask('PUT', path, { ...stored, [field]: other }))).toEqual([
        `/${field} read_only`,
      ])
})

test.each([
  ['/admin/products', { ...TEA }, ['id', 'currency', 'created_at', 'updated_at', 'version']],
  ['/admin/categories', { name: 'Cups' }, ['created_at', 'updated_at', 'version']],
])('nothing new at %s brings a read-only field', async (path, body, fields) => {
  const values = Object.fromEntries(fields.map((field) => [field, target[field] ?? null]))
  const answer = await shop.ask('POST', path, { ...body, ...values, name: '' })
  expect(faults(answer).sort()).toEqual(
    ['/name invalid', ...fields.map((field) => `/${field} read_only`)].sort(),
  )
})
