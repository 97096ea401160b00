import { expect, test } from 'vitest'
import { faults, makeMerchant, outcome } from '../merchant.ts'

const merchant = await makeMerchant()
const { ask } = merchant
await ask('POST', '/admin/categories', { id: 'tea', name: 'Tea' })

const TEA = { name: 'Sencha', price: 1, category_id: 'tea' }
/** Names that every object of JavaScript has a meaning for. */
const ODD = { constructor: 'a', prototype: 'b', toString: 'c', valueOf: '', toJSON: 'd', length: 'e' }

const create = async (more: object = {}) =>
  JSON.parse((await ask('POST', '/admin/products', { ...TEA, ...more })).text) as Record<string, unknown>
const read = async (path: string) => JSON.parse((await ask('GET', path)).text) as Record<string, unknown>

test('metadata of every kind of object keeps names that JavaScript knows, however they are written', async () => {
  const made = await create({ external_id: 'odd', metadata: ODD })
  expect(made.metadata).toEqual(ODD)
  const path = `/admin/products/${made.id}`
  expect((await read(path)).metadata).toEqual(ODD)

  const patch = { metadata: { constructor: 'x', prototype: null, hasOwnProperty: 'y' } }
  expect(outcome(await ask('PATCH', path, patch))).toBe('200')
  const { prototype: _, ...rest } = ODD
  expect((await read(path)).metadata).toEqual({ ...rest, constructor: 'x', hasOwnProperty: 'y' })

  expect(outcome(await ask('PUT', '/admin/products/by-external-id/odd', { ...TEA, metadata: ODD }))).toBe(
    '200',
  )
  expect((await read(path)).metadata).toEqual(ODD)

  const operations = [
    { op: 'create', data: { ...TEA, external_id: 'odd-too', metadata: ODD } },
    { op: 'update', id: made.id, data: { metadata: { constructor: null, isPrototypeOf: 'z' } } },
  ]
  expect(outcome(await ask('POST', '/admin/products/bulk', { operations }))).toBe('200')
  expect((await read('/admin/products/by-external-id/odd-too')).metadata).toEqual(ODD)
  const { constructor: __, ...left } = ODD
  expect((await read(path)).metadata).toEqual({ ...left, isPrototypeOf: 'z' })

  for (const where of ['/admin/business', '/admin/categories/tea']) {
    expect(outcome(await ask('PATCH', where, { metadata: ODD })), where).toBe('200')
    expect((await read(where)).metadata, where).toEqual(ODD)
  }
})

test('a name is repeated in a pointer up to 40 characters', async () => {
  const token = `sfk_${'s3cret'.repeat(8)}`
  const shown = `${token.slice(0, 39)}…`
  const bodies = [{ [token]: 1 }, { metadata: { [token]: 'x' } }, { contact: { [token]: 'x' } }]
  for (const body of bodies) {
    const answer = await ask('PATCH', '/admin/business', body)
    expect(answer.text).not.toContain(token)
    const [where] = Object.keys(body).filter((name) => name !== token)
    expect(faults(answer)).toEqual([
      expect.stringContaining(where === undefined ? `/${shown} ` : `/${where}/${shown} `),
    ])
  }
  const deep = await ask('POST', '/admin/products', `{"x":{"${token}":"\\u0000"}}`)
  expect(faults(deep)).toEqual([`/x/${shown} invalid`])
  const name = 'é'.repeat(40)
  expect(faults(await ask('PATCH', '/admin/business', { [name]: 1 }))).toEqual([`/${name} unknown_field`])
  const operations = [{ op: 'create', data: { ...TEA, [token]: 1 } }]
  const bulk = await ask('POST', '/admin/products/bulk', { operations })
  expect(bulk.text).not.toContain(token)
  expect(bulk.text).toContain(`/operations/0/data/${shown}`)
})

test('the id of a category whose name says nothing begins with c-, the slug of a product with p-', async () => {
  const category = await ask('POST', '/admin/categories', { name: '抹茶' })
  expect(JSON.parse(category.text).id).toMatch(/^c-[a-z0-9]{6}$/)
  expect((await create({ name: '抹茶' })).slug).toMatch(/^p-[a-z0-9]{6}$/)
})
