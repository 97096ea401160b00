import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../lib/data/table/ids.ts'
import { eventTime } from '../../lib/domain/events.ts'
import { ADMIN, bodyFor, type Marked, makeMarked } from './marked-shop.ts'
import { create, outcome, TEA, type Told } from './merchant.ts'
import { everythingOf } from './table.ts'

let ours: Marked
let theirs: Marked
let names: {
  id: [string, string]
  category: [string, string]
  external: [string, string]
  sku: [string, string]
  hold: [string, string]
  event: [string, string]
  webhook: [string, string]
}

beforeAll(async () => {
  const [ourMark = '', theirMark = '', nobodys] = Array.from({ length: 3 }, () => randomUUID().slice(0, 8))
  ours = await makeMarked(ourMark)
  theirs = await makeMarked(theirMark)
  names = {
    id: [theirs.product.id, randomUUID()],
    category: [`shelf-${theirMark}`, `shelf-${nobodys}`],
    external: [`erp-${theirMark}`, `erp-${nobodys}`],
    sku: [`sku-${theirMark}`, `sku-${nobodys}`],
    hold: [`cart-${theirMark}`, `cart-${nobodys}`],
    event: [theirs.event, `evt_${newId(new Date(eventTime(theirs.event)))}`],
    webhook: [theirs.webhook.id, randomUUID()],
  }
})

/** The feed says how far it is complete and where it ends, which is later from one answer to the next. */
const timeless = (text: string) => text.replace(/"(?:complete_until|next_after)":"[^"]*",?/g, '')

/** Everything of an answer but what names this one request and what was asked for. */
const apart = ({ status, headers, text }: Told, name: string) =>
  JSON.stringify([
    status,
    [...headers].filter(
      ([header]) => !['date', 'x-request-id', 'apigw-requestid', 'ratelimit'].includes(header),
    ),
    timeless(text.replaceAll(headers.get('x-request-id') ?? '', '<request>')),
  ]).replaceAll(name, '<name>')

/** Asks for theirs and for what never existed; the answers must be one. */
async function compare(kind: keyof typeof names, ask: (name: string) => Promise<Told>): Promise<string> {
  const [name, nobodys] = names[kind]
  const [answer, reference] = [await ask(name), await ask(nobodys)]
  expect(apart(answer, name)).toBe(apart(reference, nobodys))
  expect(answer.text.replaceAll(name, '')).not.toContain(theirs.mark)
  return outcome(answer)
}

/** The kinds of names that a path can have: first that of what it leads to. */
function kindsFor({ path }: { path: string }): (keyof typeof names)[] {
  if (path.includes('{external_id}')) return ['external']
  if (path.includes('{reference}')) return ['hold']
  if (path.includes('{sku}')) return ['sku', 'id']
  const own = (['category', 'event', 'webhook'] as const).find((kind) =>
    path.startsWith(`/admin/${PLACES[kind]}/`),
  )
  const kinds = ['id', 'category', 'event', 'webhook'] as const
  return own ? [own, ...kinds.filter((kind) => kind !== own)] : [...kinds]
}

const PLACES = { category: 'categories', event: 'events', webhook: 'webhooks' }

describe('the objects of another business are 404 like ids that never existed', () => {
  test.each(ADMIN.filter(({ path }) => path.includes('{')))('$method $path', async (route) => {
    const before = await everythingOf(theirs.business.id)
    const isRead = route.method === 'GET'
    // A read has no precondition; a name of another kind is looked for as any other.
    for (const [n, kind] of kindsFor(route).entries())
      for (const method of isRead && n === 0 ? ['GET', 'HEAD'] : [route.method])
        for (const ifMatch of isRead || n > 0 ? [undefined] : ['*', undefined]) {
          // Without the precondition it creates something of the caller's own, or tries to.
          const isNew = kind === 'hold' ? method === 'PUT' : kind === 'external' && method.startsWith('P')
          if (isNew && ifMatch === undefined) continue
          const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
          const answer = await compare(kind, (name) =>
            ours.ask(method, route.path.replace(/\{\w+\}/g, name), bodyFor(route, ours), headers),
          )
          expect(answer).toMatch(/^404/)
        }
    expect(await everythingOf(theirs.business.id)).toEqual(before)
  })

  test.each<[keyof typeof names, string]>([
    ['category', 'category'],
    ['sku', 'sku'],
    ['external', 'external_id'],
  ])('the filter of products by %s', async (kind, parameter) => {
    for (const further of ['', '&status=draft', '&sort=-created_at&limit=1'])
      expect(
        await compare(kind, (name) => ours.ask('GET', `/admin/products?${parameter}=${name}${further}`)),
      ).toBe('200')
    const found = await theirs.ask('GET', `/admin/products?${parameter}=${names[kind][0]}`)
    expect(found.text).toContain(theirs.product.id)
  })

  test('the filter of schedules by product', async () => {
    expect(await compare('id', (name) => ours.ask('GET', `/admin/schedules?product=${name}`))).toBe('200')
    const found = await theirs.ask('GET', `/admin/schedules?product=${theirs.product.id}`)
    expect(found.text).toContain(theirs.product.id)
  })

  test.each(['', '&type=product.*', '&limit=1'])(
    'the event to continue from, and the filters of events',
    async (further) => {
      const ask = (query: string) => ours.ask('GET', `/admin/events?${query}${further}`)
      expect(await compare('event', (name) => ask(`after=${name}`))).toBe('400 invalid_parameter')
      expect(await compare('event', (name) => ask(`object=${name}`))).toBe('200')
      expect(await compare('id', (name) => ask(`object=${name}`))).toBe('200')
      const [, nobodys] = names.id
      const withKey = async (id: string) => timeless((await ask(`actor=${id}`)).text)
      expect(await withKey(theirs.keyId)).toBe(await withKey(nobodys))
      for (const query of [`after=${theirs.event}`, `object=${theirs.mark}`, `actor=${theirs.keyId}`])
        expect(outcome(await theirs.ask('GET', `/admin/events?${query}${further}`))).toBe('200')
    },
  )

  test('a category in a body, wherever a product is written', async () => {
    const { id } = await create(ours, '/admin/products', {
      ...TEA,
      category_id: `shelf-${ours.mark}`,
      external_id: 'own',
    })
    const before = await everythingOf(ours.business.id)
    const writes: [string, string, (data: object) => object][] = [
      ['POST', '/admin/products', (data) => data],
      ['PATCH', `/admin/products/${id}`, (data) => data],
      ['PUT', '/admin/products/by-external-id/own', (data) => data],
      ['PUT', '/admin/products/by-external-id/fresh', (data) => data],
      [
        'POST',
        '/admin/products/bulk',
        (data) => ({
          operations: [
            { op: 'create', data },
            { op: 'update', id, data },
          ],
        }),
      ],
      [
        'POST',
        '/admin/products/bulk',
        (data) => ({ operations: [{ op: 'upsert', external_id: 'own', data }] }),
      ],
    ]
    for (const [method, path, bodyWith] of writes) {
      const answer = await compare('category', (category_id) =>
        ours.ask(method, path, bodyWith({ ...TEA, category_id })),
      )
      expect(answer).toBe(path.endsWith('bulk') ? '200' : '422 validation_failed')
    }
    expect(await everythingOf(ours.business.id)).toEqual(before)
  })

  test('ids in a bulk request', async () => {
    const before = await everythingOf(theirs.business.id)
    const operations = (named: object) => ({
      operations: [
        { op: 'update', ...named, data: { price: 1 } },
        { op: 'update', ...named, data: { price: 1 }, if_match: '*' },
        { op: 'delete', ...named },
      ],
    })
    const ask = (named: object) => ours.ask('POST', '/admin/products/bulk', operations(named))
    await compare('id', (id) => ask({ id }))
    await compare('external', (external_id) => ask({ external_id }))
    expect(await everythingOf(theirs.business.id)).toEqual(before)
  })

  test.each(['/admin/products', '/admin/products?sort=-created_at', '/admin/categories', '/admin/events'])(
    'a cursor of theirs for %s',
    async (path) => {
      const separator = path.includes('?') ? '&' : '?'
      const { next_cursor } = (await theirs.ask('GET', `${path}${separator}limit=1`)).body
      const madeUp = Buffer.from(String(next_cursor), 'base64url').reverse().toString('base64url')
      const ask = (cursor: string) => ours.ask('GET', `${path}${separator}limit=1&cursor=${cursor}`)
      const [answer, reference] = [await ask(String(next_cursor)), await ask(madeUp)]
      expect(outcome(answer)).toBe('400 invalid_cursor')
      expect(apart(answer, '')).toBe(apart(reference, ''))
    },
  )
})
