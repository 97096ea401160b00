import { beforeEach, expect, test } from 'vitest'
import { getCategory } from '../../lib/data/category-reads.ts'
import { categoryKey } from '../../lib/data/table/keys.ts'
import { plantItem, storedItem } from '../support/items.ts'
import { callAs, listOf, makeCategory } from '../support/shop.ts'
import { atOnce, create, faults, type Merchant, makeMerchant, outcome, tally } from './merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeMerchant()
})

const pathOf = (id: string) => `/admin/categories/${id}`
const add = (id: string, parent_id: string | null = null) =>
  makeCategory(shop.business, { id, name: id, parent_id })
const move = (id: string, parent_id: string | null) => shop.ask('PATCH', pathOf(id), { parent_id })
const parentOf = async (id: string) => (await getCategory(shop.business.id, id))?.parent_id

test('a category is put below another one, is moved, and is put at the top again', async () => {
  await create(shop, '/admin/categories', { id: 'drinks', name: 'Drinks' })
  const tea = await create(shop, '/admin/categories', { id: 'hot', name: 'Hot', parent_id: 'drinks' })
  expect(tea.parent_id).toBe('drinks')
  await add('gifts')
  expect((await move('hot', 'gifts')).body).toMatchObject({ parent_id: 'gifts', version: 2 })
  expect(await (await callAs(shop.business, '/categories/hot')).json()).toMatchObject({ parent_id: 'gifts' })
  expect((await move('hot', null)).body).toMatchObject({ parent_id: null, version: 3 })
  expect((await move('hot', null)).body).toMatchObject({ version: 3 })
})

test('no parent that does not exist, is the category itself or below it, or has no room below it', async () => {
  const levels = ['one', 'two', 'three', 'four', 'five']
  for (const [n, id] of levels.entries()) await add(id, levels[n - 1] ?? null)
  const refused = async (answer: ReturnType<typeof move>) => {
    expect(faults(await answer)).toEqual(['/parent_id invalid'])
    return (await answer).body.errors?.[0]?.detail
  }
  expect(await refused(move('one', 'none'))).toBe('is not a category of this business')
  for (const below of ['one', 'two', 'five'])
    expect(await refused(move('one', below))).toBe('is the category itself, or one below it')
  const six = { name: 'Six', parent_id: 'five' }
  expect(await refused(shop.ask('POST', '/admin/categories', six))).toMatch(
    /^has no room below it: .* at most 5 levels$/,
  )
  // A category moves with all that is below it.
  await add('other')
  await add('branch')
  await add('leaf', 'branch')
  expect(await refused(move('branch', 'four'))).toMatch(/^has no room/)
  expect(await refused(move('one', 'other'))).toMatch(/^has no room/)
  expect((await move('branch', 'three')).status).toBe(200)
  for (const wrong of ['', 'A', 5, ['one']])
    expect(faults(await shop.ask('PATCH', pathOf('other'), { parent_id: wrong }))).toEqual([
      '/parent_id invalid',
    ])
})

test('a category with others below it is not deleted, one that they have left is', async () => {
  await add('drinks')
  await add('tea', 'drinks')
  await add('coffee', 'drinks')
  const remove = async (id: string) => outcome(await shop.ask('DELETE', pathOf(id)))
  expect(await remove('drinks')).toBe('409 category_not_empty')
  expect(await remove('tea')).toBe('204')
  expect(await remove('drinks')).toBe('409 category_not_empty')
  await move('coffee', null)
  expect(await remove('drinks')).toBe('204')
  // One of the same id that is made anew has none.
  await add('drinks')
  expect(await remove('drinks')).toBe('204')
})

test('a category that is not listed is found by its id alone', async () => {
  await add('tea')
  const front = await create(shop, '/admin/categories', { id: 'front', name: 'Front page', is_listed: false })
  expect(front.is_listed).toBe(false)
  const listed = async () => (await listOf(shop.business, '/categories')).data.map(({ id }) => id)
  expect(await listed()).toEqual(['tea'])
  expect((await callAs(shop.business, '/categories/front')).status).toBe(200)
  await shop.ask('PATCH', pathOf('front'), { is_listed: true })
  await expect.poll(listed).toEqual(['front', 'tea'])
})

test('null does not make a category listed that was not', async () => {
  await create(shop, '/admin/categories', { id: 'front', name: 'Front page', is_listed: false })
  expect(faults(await shop.ask('PATCH', pathOf('front'), { is_listed: null }))).toEqual([
    '/is_listed invalid',
  ])
})

test('the whole menu is one page', async () => {
  await atOnce(10, (n) => add(`c${n}`))
  for (let from = 10; from < 210; from += 20) await atOnce(20, (n) => add(`c${from + n}`, `c${n % 10}`))
  const { data, has_more } = await listOf(shop.business, '/categories?limit=1000')
  expect([data.length, has_more]).toEqual([210, false])
  expect((await callAs(shop.business, '/categories?limit=1001')).status).toBe(400)
})

/** The ends of the ways up from some categories: `circle` if one does not end. */
async function endsOf(...ids: string[]): Promise<string[]> {
  const ends: string[] = []
  for (const start of ids) {
    let [at, steps] = [start, 0]
    for (let parent = await parentOf(at); parent && steps < 10; steps++) {
      at = parent
      parent = await parentOf(at)
    }
    ends.push(steps < 10 ? 'top' : 'circle')
  }
  return ends
}

test('of two moves at once that would close a circle one is refused', async () => {
  const round = async (n: number) => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `${name}${n}`) as [string, string, string, string]
    for (const id of [a, c]) await add(id)
    await add(b, a)
    await add(d, c)
    // Either over one step, or over two.
    const moves = n % 2 ? [move(a, c), move(c, a)] : [move(a, d), move(c, b)]
    const said = (await Promise.all(moves)).map(({ status }) => status).sort()
    return [...said, ...(await endsOf(a, b, c, d))].join()
  }
  // Four at once: the moves of more would wait for each other for longer than a write may take.
  const rounds: string[] = []
  for (const from of [0, 4]) rounds.push(...(await atOnce(4, (n) => round(from + n))))
  expect(tally(rounds)).toEqual({ '200,422,top,top,top,top': 8 })
})

test('a category that goes while another one is put below it stays, or the other one is refused', async () => {
  const rounds = await atOnce(10, async (n) => {
    await add(`p${n}`)
    const [removed, made] = await Promise.all([
      shop.ask('DELETE', pathOf(`p${n}`)),
      shop.ask('POST', '/admin/categories', { id: `k${n}`, name: 'Child', parent_id: `p${n}` }),
    ])
    const isThere = (await getCategory(shop.business.id, `p${n}`)) !== undefined
    return [removed.status, made.status, isThere].join()
  })
  const { '204,422,false': gone = 0, '409,201,true': kept = 0 } = tally(rounds)
  expect(gone + kept, JSON.stringify(tally(rounds))).toBe(10)
})

test('moves and renamings at once all land, also of those above', async () => {
  for (const id of ['a', 'b', 'c']) await add(id)
  const said = await atOnce(12, (n) =>
    n % 3 === 0
      ? move('c', n % 2 ? 'a' : 'b')
      : shop.ask('PATCH', pathOf(n % 3 === 1 ? 'a' : 'b'), { name: `Name ${n}` }),
  )
  expect(tally(said.map(({ status }) => status))).toEqual({ 200: 12 })
  const parent = await parentOf('c')
  const other = parent === 'a' ? 'b' : 'a'
  expect(outcome(await shop.ask('DELETE', pathOf(other)))).toBe('204')
  expect(outcome(await shop.ask('DELETE', pathOf(String(parent))))).toBe('409 category_not_empty')
})

test('a category that was stored before there was a menu can be a parent', async () => {
  await add('old')
  const { parent_id: _, is_listed: __, ...item } = await storedItem(categoryKey(shop.business.id, 'old'))
  await plantItem(item)
  await add('young', 'old')
  expect(await parentOf('young')).toBe('old')
  expect(await getCategory(shop.business.id, 'old')).toMatchObject({ parent_id: null, is_listed: true })
})
