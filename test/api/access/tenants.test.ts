import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listIdentity, makeCursor } from '../../../lib/api/http/lists/cursor.ts'
import { makeMarkedShop, PUBLIC_ROUTES } from '../../support/public-paths.ts'
import { type Lines, lasting, outcomeOf, problemIn, type Received, send } from '../../support/send.ts'
import { makeToken } from '../../support/shop.ts'

const [ourMark, theirMark] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)]
const ours = await makeMarkedShop(ourMark)
const theirs = await makeMarkedShop(theirMark)

/** Ids that no object has, in each form of an id. */
const NOBODYS = { id: randomUUID(), slug: 'thing-00000000', category: 'shelf-00000000' }

/** Ids of theirs, and beside each what never existed. */
const NAMES: [string, string][] = [
  [theirs.product.id, NOBODYS.id],
  [theirs.product.id.toUpperCase(), NOBODYS.id.toUpperCase()],
  [theirs.product.slug, NOBODYS.slug],
  [theirs.category.id, NOBODYS.category],
  [theirs.business.id, NOBODYS.id],
  [theirs.business.slug, 'shop-00000000-0000'],
  [encodeURIComponent(`BIZ#${theirs.business.id}`), encodeURIComponent(`BIZ#${NOBODYS.id}`)],
]

const [GET, BOTH] = [['GET'], ['GET', 'HEAD']] as const

/** Two of them ask by HEAD as well: for what is public, and for what is not. */
const CALLERS: [string, string, Lines, readonly string[]][] = [
  ['slug', '', { 'x-public-business-slug': ours.business.slug }, BOTH],
  ['UUID', '', { 'x-public-business-uuid': ours.business.id }, GET],
  ['alias', `business=${ours.business.slug}`, {}, GET],
  ['key', '', { authorization: `Bearer ${await makeToken(ours.business)}` }, BOTH],
]

/** The places of ids: every variable of every path, and the parameters that take ids. */
const POSITIONS: [string, (id: string) => string][] = [
  ...PUBLIC_ROUTES.filter(({ path }) => path.includes('{')).map(
    ({ path }): [string, (id: string) => string] => [path, (id) => path.replace(/\{\w+\}/, id)],
  ),
  ['ids', (id) => `/products?ids=${id}`],
  ['ids, after one of ours', (id) => `/products?ids=${ours.product.id},${id}`],
  ['ids with fields', (id) => `/products?fields=name&ids=${id}`],
  ['category', (id) => `/products?category=${id}`],
  ['category with a sort and a filter', (id) => `/products?category=${id}&sort=-price&is_available=true`],
  ['tag', (id) => `/products?tag=${id}`],
  ['cursor of products', (id) => `/products?cursor=${id}`],
  ['cursor of categories', (id) => `/categories?cursor=${id}`],
]

/** An answer without its ids and without the name that was asked for. */
const apart = (answer: Received, name: string) => JSON.stringify(lasting(answer)).replaceAll(name, '<name>')

function withQuery(path: string, query: string): string {
  if (query === '') return path
  return path + (path.includes('?') ? '&' : '?') + query
}

describe.each(CALLERS)('identified by %s', (_, query, headers, methods) => {
  test.each(POSITIONS)('what is theirs looks in %s as if it had never existed', async (_, pathWith) => {
    for (const [name, nobodys] of NAMES)
      for (const method of methods) {
        const answer = await send(withQuery(pathWith(name), query), headers, method)
        const reference = await send(withQuery(pathWith(nobodys), query), headers, method)
        expect(answer.body.toString()).not.toContain(theirMark)
        expect(apart(answer, name)).toBe(apart(reference, nobodys))
      }
  })

  test('every path returns the own objects, and none of another business', async () => {
    for (const path of ours.paths) {
      const text = (await send(withQuery(path, query), headers)).body.toString()
      expect(text).toContain(ourMark)
      expect(text).not.toContain(theirMark)
    }
  })

  test.each(['/products', '/products?sort=-name', '/categories'])(
    'a cursor of theirs for %s is refused like one that was made up',
    async (path) => {
      const page = await send(withQuery(path, 'limit=1'), { 'x-public-business-slug': theirs.business.slug })
      const cursor: string = JSON.parse(page.body.toString()).next_cursor
      const madeUp = Buffer.from(cursor, 'base64url').reverse().toString('base64url')
      const answer = await send(withQuery(withQuery(path, `limit=1&cursor=${cursor}`), query), headers)
      const reference = await send(withQuery(withQuery(path, `limit=1&cursor=${madeUp}`), query), headers)
      expect(outcomeOf(answer)).toBe('400 invalid_cursor')
      expect(lasting(answer)).toEqual(lasting(reference))
    },
  )
})

test('the positions hold what belongs to the caller, so that the comparison means something', async () => {
  const headers = { 'x-public-business-slug': theirs.business.slug }
  for (const path of [
    `/products/${theirs.product.id}`,
    `/products/${theirs.product.slug}`,
    `/categories/${theirs.category.id}`,
    `/products?ids=${theirs.product.id}`,
    `/products?category=${theirs.category.id}`,
  ])
    expect((await send(path, headers)).body.toString()).toContain(theirMark)
})

/** Sort keys as the table has them; a forger who knows how cursors are made can point one anywhere. */
const FORGED = [
  '0000000000',
  `0000000000\u0001other ${theirMark}\u0001${theirs.product.id}`,
  `BIZ#${theirs.business.id}`,
  theirs.product.id,
  `\u0000a`,
  '\u{10ffff}z',
]

test.each(FORGED)('a cursor forged for %j moves only within the caller’s own list', async (position) => {
  const { id, slug } = ours.business
  const identity = listIdentity(id, '/products', { sort: 'position' })
  const cursors = [
    ['/products', makeCursor(position, identity)],
    ['/categories', makeCursor(position, listIdentity(id, '/categories', {}))],
  ]
  for (const [path, cursor] of cursors) {
    const answer = await send(`${path}?cursor=${cursor}`, { 'x-public-business-slug': slug })
    expect(answer.status).toBe(200)
    expect(answer.body.toString()).not.toContain(theirMark)
  }
})

test('a refusal names no other business', async () => {
  const headers = { 'x-public-business-slug': ours.business.slug }
  const answer = await send(`/business?business=${theirs.business.slug}`, headers)
  expect(problemIn(answer).code).toBe('identity_conflict')
  for (const word of [theirMark, theirs.business.id, theirs.business.slug, ours.business.id])
    expect(answer.body.toString()).not.toContain(word)
})
