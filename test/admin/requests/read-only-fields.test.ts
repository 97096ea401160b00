/** Members that nobody writes: the pure rules name each; here each resource and each way to write one has to ask them. */
import { expect, test } from 'vitest'
import { READ_ONLY_FIELDS } from '../../../lib/domain/products/fields.ts'
import { create, faults, makeShelves, TEA } from '../merchant.ts'

const shop = await makeShelves()
const target = await create(shop, '/admin/products', { ...TEA, external_id: 'target' })

const OF_CATEGORIES = ['id', 'created_at', 'updated_at', 'version']
const OF_BUSINESSES = ['id', 'slug', 'currency', 'status', 'created_at', 'updated_at', 'version']

test.each([
  ['PATCH', `/admin/products/${target.id}`, READ_ONLY_FIELDS],
  ['PUT', '/admin/products/by-external-id/target', [...READ_ONLY_FIELDS, 'external_id']],
  ['PATCH', '/admin/products/by-external-id/target', [...READ_ONLY_FIELDS, 'external_id']],
  ['PATCH', '/admin/categories/tea', OF_CATEGORIES],
  ['PATCH', '/admin/business', OF_BUSINESSES],
])('a %s of %s may repeat what is read-only and not change it', async (method, path, fields) => {
  const { body: stored } = await shop.ask('GET', path)
  expect((await shop.ask(method, path, stored)).body).toEqual(stored)
  const otherwise = Object.fromEntries(fields.map((field) => [field, 'else']))
  expect(faults(await shop.ask(method, path, { ...stored, ...otherwise, x: 1 })).sort()).toEqual(
    ['/x unknown_field', ...fields.map((field) => `/${field} read_only`)].sort(),
  )
  expect((await shop.ask('GET', path)).body).toEqual(stored)
})

test.each([
  ['/admin/products', TEA, READ_ONLY_FIELDS],
  ['/admin/categories', { name: 'Cups' }, OF_CATEGORIES.slice(1)],
])('nothing new at %s brings a read-only field', async (path, body, fields) => {
  const values = Object.fromEntries(fields.map((field) => [field, target[field] ?? null]))
  const answer = await shop.ask('POST', path, { ...body, ...values, name: '' })
  expect(faults(answer).sort()).toEqual(
    ['/name invalid', ...fields.map((field) => `/${field} read_only`)].sort(),
  )
})
