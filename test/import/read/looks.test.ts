import { expect, test } from 'vitest'
import { openLooks } from '../../../lib/import/read/looks.ts'
import { productOf } from './products-of-file.ts'

async function* products() {
  for (const number of [1, 2, 3]) yield productOf({}, { number })
}

test('each look sees all products, and one that throws costs its product alone', async () => {
  const { each, faultOf } = openLooks(products)
  const numbers = each(({ number }) => {
    if (number === 2) throw new TypeError('a bug')
    return number * 10
  })
  expect(await Array.fromAsync(numbers)).toEqual([10, 30])
  // It is not looked at again.
  expect(await Array.fromAsync(each(({ number }) => number))).toEqual([1, 3])
  expect([1, 2, 3].map(faultOf)).toEqual([
    undefined,
    'cannot be imported because of an error of this program: "TypeError"',
    undefined,
  ])
})
