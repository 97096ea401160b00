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
