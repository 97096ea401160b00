import { expect, test } from 'vitest'
import { renameBusiness } from '../../lib/data/businesses.ts'
import { call, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

async function makeShop() {
  const business = await makeBusiness()
  for (const id of ['tea', 'cups']) await makeCategory(business, { id })
  for (let n = 0; n < 2; n++) await makeProduct(business, { name: `Tea ${n}`, category_id: 'tea' })
  return business
}

const cursorOf = async (answer: Response) => ((await answer.json()) as { next_cursor: string }).next_cursor

test.each(['/products', '/categories', '/products/search'])(
  'a cursor of %s is good for its shop, however that is named',
  async (path) => {
    const { slug, id } = await makeShop()
    const headers = { 'x-public-business-slug': slug }
    const cursor = await cursorOf(await call(`${path}?limit=1`, { headers }))
    const next = `${path}?limit=1&cursor=${cursor}`
    const answers = [
      await call(next, { headers }),
      await call(next, { headers: { 'x-public-business-uuid': id } }),
      await call(`${next}&business=${slug}`),
      await call(`${next}&business=${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  },
)

test('a cursor outlives a new slug of its shop, and is refused in another shop', async () => {
  const { slug, id } = await makeShop()
  const other = await makeShop()
  const cursor = await cursorOf(await call(`/categories?limit=1&business=${slug}`))
  await renameBusiness(id, `${slug}-2`)
  const statusAs = async (name: string) =>
    (await call(`/categories?limit=1&business=${name}&cursor=${cursor}`)).status
  expect(await statusAs(`${slug}-2`)).toBe(200)
  expect(await statusAs(other.slug)).toBe(400)
})
