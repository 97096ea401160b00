import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { outcomeOf, problemIn, send } from '../../support/send.ts'
import { callAs, makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

describe('over the wire', async () => {
  const { business, paths } = await makeMarkedShop(randomUUID().slice(0, 8))
  const asShop = { 'x-public-business-slug': business.slug }

  test.each(paths.map((path) => [path]))('%s reads its query strictly', async (path) => {
    const own = path === '/products' ? 'category' : path === '/categories' ? 'limit, cursor' : 'business'
    const unknown = problemIn(await send(`${path}?what=1`, asShop))
    expect(unknown.errors).toMatchObject([{ parameter: 'what', code: 'unknown_parameter' }])
    expect(unknown.errors?.[0]?.detail).toContain(own)
    expect(unknown.errors?.[0]?.detail).toContain('business')
    for (const query of ['what=%', '%=1', '%E0%A4%A=1', 'a%', '=', 'limit[]=1'])
      expect((await send(`${path}?${query}`, asShop)).status, query).toBe(400)
    const all = problemIn(await send(`${path}?what=1&why=2&%=3`, asShop))
    expect(all.errors).toHaveLength(3)
    const ignored = 'utm_source=x&utm_campaign=%&fbclid=1&gclid&_=1700000000&_=2'
    expect(outcomeOf(await send(`${path}?${ignored}`, asShop))).toBe('200')
  })

  test('a list names every fault of its own parameters at once', async () => {
    const query =
      'limit=0&sort=color&is_available=yes&price_min=-1&price_max=1e3&ids=x&fields=cost&tag=&category=%'
    const { errors = [], status } = problemIn(await send(`/products?${query}`, asShop))
    expect(status).toBe(400)
    expect(errors.map(({ parameter }) => parameter)).toEqual(
      query.split('&').map((pair) => pair.split('=')[0]),
    )
  })

  test.each([
    'category=%00',
    'tag=%00',
    'category=%23',
    'tag=%F0%9F%8D%B5',
    'category=no-such',
    'category=..',
  ])('%s is text that matches nothing', async (query) => {
    const answer = await send(`/products?${query}`, asShop)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ data: [], count: 0, has_more: false })
  })

  test('/health knows no parameter, and needs no identification', async () => {
    expect(outcomeOf(await send('/health?_=1'))).toBe('200')
    expect(outcomeOf(await send('/health?what=1'))).toBe('400 unknown_parameter')
    expect(
      outcomeOf(await send('/health', { authorization: 'Bearer x', 'x-public-business-slug': '' })),
    ).toBe('200')
  })
})

describe('a query with a large response', () => {
  test('of nothing but unknown parameters gets a short list of faults', async () => {
    const shop = await makeBusiness()
    const many = Array.from({ length: 1000 }, (_, n) => `x${n}`).join('&')
    const answer = await callAs(shop, `/business?${many}`)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { errors: unknown[] }).errors).toHaveLength(20)
    const same = await callAs(shop, `/business?${'a&'.repeat(2000)}`)
    expect(((await same.json()) as { errors: unknown[] }).errors).toHaveLength(1)
  })

  test('of a tag no product can have is an empty list without a Link', async () => {
    const shop = await makeBusiness()
    await makeCategory(shop)
    await Promise.all(Array.from({ length: 3 }, () => makeProduct(shop, { category_id: 'tea' })))
    const answer = await callAs(shop, `/products?limit=1&tag=${'+'.repeat(9000)}`)
    expect(answer.headers.get('link')).toBeNull()
    expect(await answer.json()).toEqual({ data: [], count: 0, has_more: false, next_cursor: null })
  })

  test('of one field many times over is refused', async () => {
    const shop = await makeBusiness()
    expect((await callAs(shop, `/products?fields=${'id,'.repeat(30)}id`)).status).toBe(400)
  })
})
