import { beforeEach, describe, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { corruptItem } from '../../support/items.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'
import { everythingOf } from '../table.ts'

let shop: Merchant
let id: string
beforeEach(async () => {
  shop = await makeShelves()
  id = (await create(shop, '/admin/products', { ...TEA, external_id: 'erp', slug: 'mine' })).id
})

/** Unknown, nested and removed; read-only; wrong; contradicting what is stored; a category nobody made. */
const WRONG = {
  x: 1,
  y: null,
  images: [{ url: 'https://img.example/', z: 1, w: 1 }],
  metadata: 3,
  version: 99,
  category_id: 'nowhere',
  compare_at_price: 10,
}
const NAMED = [
  '/category_id invalid',
  '/compare_at_price invalid',
  '/images/0/w unknown_field',
  '/images/0/z unknown_field',
  '/metadata invalid',
  '/version read_only',
  '/x unknown_field',
]

describe('everything that is wrong with a product is named at once', () => {
  test('by POST', async () => {
    const answer = await shop.ask('POST', '/admin/products', { ...TEA, ...WRONG })
    expect(faults(answer).sort()).toEqual([...NAMED, '/y unknown_field'].sort())
  })

  test.each(['/admin/products/{id}', '/admin/products/by-external-id/erp'])(
    'by PATCH of %s',
    async (path) => {
      const answer = await shop.ask('PATCH', path.replace('{id}', id), WRONG)
      expect(faults(answer).sort()).toEqual([...NAMED, '/y unknown_field'].sort())
      expect(outcome(answer)).toBe('422 validation_failed')
    },
  )

  test('by PUT', async () => {
    const answer = await shop.ask('PUT', '/admin/products/by-external-id/erp', { ...TEA, ...WRONG })
    expect(faults(answer).sort()).toEqual([...NAMED, '/y unknown_field'].sort())
  })

  test.each(['create', 'update', 'upsert', 'merge'])('by the operation %s', async (op) => {
    const name = op === 'create' ? {} : { external_id: 'erp' }
    const data = op === 'update' || op === 'merge' ? WRONG : { ...TEA, ...WRONG }
    const before = await everythingOf(shop.business.id)
    const { body } = await shop.ask('POST', '/admin/products/bulk', {
      operations: [{ op, ...name, data, v: 1 }],
    })
    const [result] = body.data as unknown as { problem: { errors: { pointer: string; code: string }[] } }[]
    const errors = result?.problem.errors ?? []
    const expected = [...NAMED, '/y unknown_field'].map((fault) => `/operations/0/data${fault}`)
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual(
      [...expected, '/operations/0/v unknown_field'].sort(),
    )
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test('a body that is right but for its category and what is stored is told both', async () => {
    const answer = await shop.ask('PATCH', `/admin/products/${id}`, {
      compare_at_price: 10,
      category_id: 'no',
    })
    expect(faults(answer).sort()).toEqual(['/category_id invalid', '/compare_at_price invalid'])
  })

  test('a body for what does not exist is told what could be right for nothing', async () => {
    const path = '/admin/products/01a1f85c-9786-79fb-a3c4-bd6300fca740'
    expect(
      faults(await shop.ask('PATCH', path, { price: -1, version: 9, category_id: 'no' })).sort(),
    ).toEqual(['/category_id invalid', '/price invalid'])
    expect(outcome(await shop.ask('PATCH', path, { version: 9 }))).toBe('404 product_not_found')
  })
})

describe('members that nothing is known of are refused, also when they are null', () => {
  test.each<[path: string, patch: object, pointers: string[]]>([
    ['products/{id}', { compare_at_prise: null }, ['/compare_at_prise']],
    [
      'products/{id}',
      { images: [{ url: 'https://i.example/', a: null, b: 1 }] },
      ['/images/0/a', '/images/0/b'],
    ],
    [
      'categories/tea',
      { image: { url: 'https://i.example/', size: null }, naem: null },
      ['/image/size', '/naem'],
    ],
    ['business', { contact: { mail: null, fax: 1 }, sulg: null }, ['/contact/fax', '/contact/mail', '/sulg']],
    [
      'api-keys/{key}',
      { rate_limit: { per_minute: null }, scope: null },
      ['/rate_limit/per_minute', '/scope'],
    ],
  ])('PATCH /admin/%s', async (path, patch, pointers) => {
    const key = (await shop.ask('GET', '/admin/api-keys/current')).body.id
    const at = `/admin/${path.replace('{id}', id).replace('{key}', key)}`
    expect(faults(await shop.ask('PATCH', at, patch)).sort()).toEqual(
      pointers.map((pointer) => `${pointer} unknown_field`),
    )
  })

  test('a name in metadata is no member that must be known', async () => {
    expect(outcome(await shop.ask('PATCH', `/admin/products/${id}`, { metadata: { gone: null } }))).toBe(
      '200',
    )
  })
})

describe('what is wrong with a key is named at once', () => {
  test('what a patch widens beside what it breaks', async () => {
    const { body } = await shop.ask('POST', '/admin/api-keys', {
      name: 'Narrow',
      scopes: ['products:read'],
      expires_at: '2099-01-01T00:00:00Z',
    })
    const answer = await shop.ask('PATCH', `/admin/api-keys/${body.id}`, {
      name: '',
      scopes: ['products:write'],
      expires_at: '2020-01-01T00:00:00Z',
      last4: 'x',
      a: null,
    })
    expect(faults(answer).sort()).toEqual([
      '/a unknown_field',
      '/expires_at invalid',
      '/last4 read_only',
      '/name invalid',
      '/scopes invalid',
    ])
  })

  test('an end that has passed beside what a new key lacks', async () => {
    const answer = await shop.ask('POST', '/admin/api-keys', { name: '', expires_at: '2020-01-01T00:00:00Z' })
    expect(faults(answer).sort()).toEqual(['/expires_at invalid', '/name invalid', '/scopes required'])
  })
})

describe('every value that another product has is named at once', () => {
  const taken = { slug: 'full', sku: 'full', external_id: 'full' }
  beforeEach(async () => {
    await create(shop, '/admin/products', { ...TEA, ...taken })
  })
  const ALL = ['/slug slug_taken', '/sku sku_taken', '/external_id external_id_taken']

  test('by POST and PATCH', async () => {
    for (const answer of [
      await shop.ask('POST', '/admin/products', { ...TEA, ...taken }),
      await shop.ask('PATCH', `/admin/products/${id}`, taken),
    ]) {
      expect(outcome(answer)).toBe('409 slug_taken')
      expect(faults(answer)).toEqual(ALL)
    }
  })

  test('by an operation, and one by one', async () => {
    const { body } = await shop.ask('POST', '/admin/products/bulk', {
      operations: [{ op: 'update', id, data: taken }],
    })
    expect(body.data[0]).toMatchObject({
      problem: { errors: ALL.map((fault) => ({ pointer: `/operations/0/data${fault.split(' ')[0]}` })) },
    })
    expect(faults(await shop.ask('PATCH', `/admin/products/${id}`, { sku: 'full' }))).toEqual([
      '/sku sku_taken',
    ])
  })

  test('but not a slug that was made from the name and is taken by chance', async () => {
    const answer = await shop.ask('POST', '/admin/products', { ...TEA, name: 'Full', sku: 'full' })
    expect([outcome(answer), faults(answer)]).toEqual(['409 sku_taken', ['/sku sku_taken']])
  })
})

describe('what is stored and not touched is not judged by rules that came later', () => {
  beforeEach(async () => {
    await corruptItem(keys.productKey(shop.business.id, id), {
      name: 'Two\nlines',
      tags: ['a', 'x\ny', 'b', 'a'],
    })
  })

  test('a patch of something else lets it be', async () => {
    const answer = await shop.ask('PATCH', `/admin/products/${id}`, { price: 7, metadata: { a: 'b' } })
    expect(outcome(answer)).toBe('200')
    expect(answer.body).toMatchObject({
      name: 'Two\nlines',
      tags: ['a', 'x\ny', 'b', 'a'],
      price: 7,
      version: 2,
    })
    expect((await shop.ask('PATCH', `/admin/products/${id}`, {})).body.version).toBe(2)
  })

  test('a patch that names it is judged, and so is a replacement with what was read', async () => {
    const { body: stored } = await shop.ask('GET', `/admin/products/${id}`)
    expect(
      faults(await shop.ask('PATCH', `/admin/products/${id}`, { name: stored.name, price: -1 })).sort(),
    ).toEqual(['/name invalid', '/price invalid'])
    const answer = await shop.ask('PUT', '/admin/products/by-external-id/erp', stored)
    expect(faults(answer).sort()).toEqual(['/name invalid', '/tags/1 invalid'])
  })

  test('a part of an object is let be while another part is changed', async () => {
    const key = keys.businessKey(shop.business.id)
    const contact = { email: null, phone: '1\n2', website: null, address: null }
    await corruptItem(key, { contact })
    const answer = await shop.ask('PATCH', '/admin/business', { contact: { address: 'Here' } })
    expect(answer.body.contact).toEqual({ ...contact, address: 'Here' })
    expect(faults(await shop.ask('PATCH', '/admin/business', { contact: { phone: '3\n4' } }))).toEqual([
      '/contact/phone invalid',
    ])
  })
})
