import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { callAs, listOf, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

let business: Business
let ids: string[]
let hidden: string[]
let foreign: string

beforeAll(async () => {
  business = await makeBusiness()
  const other = await makeBusiness()
  for (const shop of [business, other]) await makeCategory(shop, { id: 'tea' })
  ids = []
  for (const name of ['One', 'Two', 'Three'])
    ids.push((await makeProduct(business, { name, category_id: 'tea' })).id)
  const draft = await makeProduct(business, { category_id: 'tea', status: 'draft' })
  const archived = await makeProduct(business, { category_id: 'tea', status: 'archived' })
  const unpublished = await makeProduct(business, { category_id: 'tea' })
  await updateProduct(business.id, unpublished.id, (product) => ({ ...product, status: 'draft' }))
  hidden = [draft.id, archived.id, unpublished.id]
  foreign = (await makeProduct(other, { category_id: 'tea' })).id
})

const idsOf = async (query: string) =>
  (await listOf(business, `/products?ids=${query}`)).data.map(({ id }) => id)

test('products come in the order of their ids', async () => {
  const [one, two, three] = ids
  expect(await idsOf(`${three},${one},${two}`)).toEqual([three, one, two])
  expect(await idsOf(`${two}`)).toEqual([two])
})

test('the envelope is that of a list with nothing behind it', async () => {
  const response = await callAs(business, `/products?ids=${ids.join(',')}`)
  expect(await response.json()).toMatchObject({ count: 3, has_more: false, next_cursor: null })
  expect(response.headers.get('link')).toBeNull()
})

test('an id named twice is returned once, at its first place', async () => {
  const [one = '', two = ''] = ids
  expect(await idsOf([two, one, two.toUpperCase(), one].join(','))).toEqual([two, one])
})

test('unknown, foreign and unpublished ids are absent and indistinguishable', async () => {
  const [one = ''] = ids
  const answers = await Promise.all(
    [randomUUID(), foreign, ...hidden, business.id].map(async (id) => {
      const response = await callAs(business, `/products?ids=${id},${one}`)
      return [response.status, response.headers.get('etag'), await response.text()]
    }),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await idsOf(`${foreign},${one},${hidden.join(',')}`)).toEqual([one])
  expect(await idsOf(foreign)).toEqual([])
})

test('100 ids may be named and 101 may not, repeated or not', async () => {
  const many = Array.from({ length: 100 }, () => randomUUID())
  expect(await idsOf(many.join(','))).toEqual([])
  expect(await idsOf([...many.slice(0, 98), ids[0], ids[0]].join(','))).toEqual([ids[0]])
  for (const last of [randomUUID(), many[0]]) {
    const response = await callAs(business, `/products?ids=${[...many, last].join(',')}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'ids' }] })
  }
})

test.each(['x', '1', ',', `${'0'.repeat(36)}`, '0190b7a2-0000-7000-8000-00000000000', '*'])(
  'ids=%s is malformed and refused',
  async (text) => {
    for (const list of [text, `${ids[0]},${text}`, `${text},${ids[0]}`]) {
      const response = await callAs(business, `/products?ids=${list}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: 'ids' }],
      })
    }
  },
)

test.each([
  'category=tea',
  'is_available=true',
  'price_min=0',
  'price_max=1',
  'tag=x',
  'sort=name',
  'sort=-position',
  'limit=2',
  'cursor=x',
])('ids with %s is refused and names it', async (pair) => {
  const response = await callAs(business, `/products?ids=${ids[0]}&${pair}`)
  expect(response.status).toBe(400)
  const { errors } = (await response.json()) as { errors: { parameter: string }[] }
  expect(errors.map(({ parameter }) => parameter)).toEqual([pair.split('=')[0]])
})

test('every parameter that cannot be combined with ids is named at once', async () => {
  const response = await callAs(business, `/products?tag=x&ids=${ids[0]}&sort=name&fields=name&category=tea`)
  const { errors } = (await response.json()) as { errors: { parameter: string }[] }
  expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['category', 'sort', 'tag'])
})

test('ids can be combined with fields and with what advertising adds', async () => {
  const { data } = await listOf(business, `/products?ids=${ids[1]}&fields=name&utm_source=mail`)
  expect(data).toEqual([{ id: ids[1], name: 'Two' }])
})

test('ids that are sent in parts are one list, and so are fields', async () => {
  const [one = '', two = '', three = ''] = ids
  const together = await listOf(business, `/products?ids=${three},${one},${two}&fields=name,price`)
  const parts = `ids=${three}&fields=name&ids=${one},${three}&ids=${two}&fields=price`
  expect(await listOf(business, `/products?${parts}`)).toEqual(together)
  const many = Array.from({ length: 101 }, () => `ids=${randomUUID()}`)
  expect((await callAs(business, `/products?${many.slice(1).join('&')}`)).status).toBe(200)
  expect((await callAs(business, `/products?${many.join('&')}`)).status).toBe(400)
})

test('a list that is sent in parts continues in parts', async () => {
  const first = await callAs(business, '/products?limit=1&fields=name&fields=price%2Cslug')
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  expect(next).toMatch(/^\?limit=1&fields=name&fields=price%2Cslug&cursor=[\w-]+$/)
  const { data } = await listOf(business, `/products${next}`)
  expect(data.map((product) => Object.keys(product))).toEqual([['id', 'name', 'price', 'slug']])
})

test('limit and sort change nothing next to ids when they have their default values', async () => {
  const plain = await listOf(business, `/products?ids=${ids.join(',')}`)
  const spelled = await listOf(business, `/products?ids=${ids.join(',')}&limit=50&sort=position`)
  expect(spelled).toEqual(plain)
})
