import { expect, test, vi } from 'vitest'
import { handler } from '../../../functions/admin/products/bulk.ts'
import type * as answers from '../../../lib/api/http/answer/answer.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { invoke } from '../in-process.ts'

vi.mock('../../../lib/api/http/answer/answer.ts', async (original) => ({
  ...(await original<typeof answers>()),
  MOST_RESPONSE_BYTES: 10_000,
}))

test('a dry run refuses the operations for which its response has no room, and a smaller one shows them', async () => {
  const business = await makeBusiness()
  const category_id = (await makeCategory(business)).id
  const product = () => makeProduct(business, { category_id, description: 'x'.repeat(3_000) })
  const operations = await Promise.all(
    [1, 2, 3, 4].map(async () => ({ op: 'reprice', id: (await product()).id, percent: 10 })),
  )
  const tried = async (some: object[], query = 'dry_run=true') => {
    const question = { method: 'POST', route: '/admin/products/bulk', query, body: { operations: some } }
    const { body } = await invoke(handler, business.id, question)
    const results = body.data.map(({ status, problem }) => [status, Object(problem).code])
    return { results, hasPlan: body.plan !== undefined }
  }
  const [shown, refused] = [
    [200, undefined],
    [422, 'too_large_together'],
  ]
  expect(await tried(operations)).toEqual({ results: [shown, shown, refused, refused], hasPlan: false })
  expect(await tried(operations.slice(1))).toEqual({ results: [shown, shown, refused], hasPlan: false })
  expect(await tried(operations.slice(2))).toEqual({ results: [shown, shown], hasPlan: true })
  expect(await tried(operations, '')).toEqual({ results: [shown, shown, shown, shown], hasPlan: false })
})
