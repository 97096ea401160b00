import { expect, test } from 'vitest'
import { findIdBySku, getProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

const HTML = '<p>Made of <b>clay</b>.</p>'

async function descriptionIn(business: Business) {
  const id = await findIdBySku(business.id, 'S1')
  return id === undefined ? undefined : (await getProduct(business.id, id))?.description
}

const csv = (...descriptions: string[]) => ({
  name: 'a.csv',
  text: `sku,name,price,category,description\n${descriptions
    .map((one, n) => `S${n + 1},Cup,9.00,Cups,"${one}"\n`)
    .join('')}`,
})

test('HTML in a CSV file becomes the text that a person reads', async () => {
  const business = await makeBusiness()
  expect(await importInto(business, csv(HTML))).toMatchObject({ created: 1, lost: [] })
  expect(await descriptionIn(business)).toBe('Made of clay.')
  expect(await importInto(business, csv(HTML))).toMatchObject({ unchanged: 1 })
})

test('in JSON it stays what it is, as in the API', async () => {
  const business = await makeBusiness()
  const row = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups', description: HTML }
  expect(await importInto(business, [row])).toMatchObject({ created: 1 })
  expect(await descriptionIn(business)).toBe(HTML)
})

test('elements nested 50,000 deep cost their row, and no other', async () => {
  const business = await makeBusiness()
  const deep = `${'<div>'.repeat(50_000)}x${'</div>'.repeat(50_000)}`
  expect(await importInto(business, csv(HTML, deep, 'A cup'))).toMatchObject({
    created: 2,
    refused: [{ row: 2, line: 3, reasons: ['description: is HTML with elements in more than 200 others'] }],
  })
})

test('a text that is too long is cut, which is said', async () => {
  const business = await makeBusiness()
  const { created, lost } = await importInto(business, csv(`<p>${'word '.repeat(1_200)}</p>`))
  expect({ created, lost }).toEqual({
    created: 1,
    lost: [
      {
        loss: 'description',
        count: 1,
        first: 'row 1 (line 2): the description has 5999 characters, of which the first 5000 are imported',
      },
    ],
  })
  expect(await descriptionIn(business)).toHaveLength(5_000)
})
