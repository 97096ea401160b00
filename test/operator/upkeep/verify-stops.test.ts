import { expect, test } from 'vitest'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { verify } from '../business/busy-shop.ts'
import { operateUntilStopped } from '../operate.ts'

test('Ctrl-C ends a verification with 130, and says that not everything was looked at', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea', name: 'Tea' })
  await makeProduct(business, { category_id: 'tea' })
  const { stdout, ...rest } = await operateUntilStopped('verify', '--business', business.id, '--json')
  expect(rest).toEqual({
    code: 130,
    notes: ['stopped before everything was checked; verify always starts from the beginning'],
    // The second one, as npm sends it, still meets somebody who knows of the first.
    listeners: 1,
  })
  expect(JSON.parse(stdout)).toMatchObject({ is_complete: false, seen: { products: 0 }, findings: [] })
  expect(await verify(business)).toMatchObject({ code: 0, is_complete: true, seen: { products: 1 } })
})
