import { expect, test } from 'vitest'
import { findIdBySku, getProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate } from '../operate.ts'

const CSV = { name: 'a.csv', text: 'sku,name,price,status\nS1,Cup,9.00,active\nS2,Mug,8.00,\n' }

async function stored(business: Business, sku: string) {
  const id = await findIdBySku(business.id, sku)
  return id === undefined ? undefined : getProduct(business.id, id)
}

test('--set gives a field one value in every row, whatever the file has', async () => {
  const business = await makeBusiness()
  const set = ['category=Cups', 'status=draft', 'metadata.origin=a=b', 'tags=new|warm', 'cost=2.50']
  const options = set.flatMap((pair) => ['--set', pair])
  expect(await importInto(business, CSV, ...options)).toMatchObject({ created: 2, ignored_columns: [] })
  for (const sku of ['S1', 'S2'])
    expect(await stored(business, sku)).toMatchObject({
      category_id: 'cups',
      status: 'draft',
      metadata: { origin: 'a=b' },
      tags: ['new', 'warm'],
      cost: 250,
    })
  expect(await importInto(business, CSV, ...options)).toMatchObject({ unchanged: 2 })
})

test('nothing of the cells of such a field counts', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,price,category,status,cost\nS1,Cup,9.00,Cups,sold,dear\nS2,Mug,8.00,Mugs,,\n'
  const options = ['--set', 'status=draft', '--set', 'cost=2.50']
  expect(await importInto(business, { name: 'a.csv', text }, ...options)).toMatchObject({ created: 2 })
  for (const sku of ['S1', 'S2'])
    expect(await stored(business, sku)).toMatchObject({ status: 'draft', cost: 250 })
  expect(await importInto(business, { name: 'a.csv', text }, ...options)).toMatchObject({ unchanged: 2 })
})

test.each<[string, string]>([
  ['category', '--set category: write it as field=value, for example status=draft'],
  ['category=', '--set category=: write it as field=value, for example status=draft'],
  ['categroy=Cups', '--set categroy=Cups: there is no field "categroy"; did you mean category?'],
  ['variants=1', '--set variants: variants are lists, which no text can be'],
  ['cost=dear', '--set cost=dear: "dear" is not an amount of money'],
  ['status=sold', '--set status=sold: must be draft, active or archived'],
  ['compare_at_price=-1', '--set compare_at_price=-1: must be an integer from 0 to 1000000000000'],
  [
    'slug=a b',
    '--set slug=a b: must be 1 to 255 lower-case letters, digits or inner hyphens, and not a UUID',
  ],
  [`category=${'x'.repeat(121)}`, `--set category=${'x'.repeat(121)}: must have 1 to 120 characters`],
  [`metadata.${'k'.repeat(99)}=v`, expect.stringMatching(/^--set metadata\.k+=v: /)],
])('--set %s is one line', async (pair, line) => {
  const { id } = await makeBusiness()
  const file = await makeFile(CSV.name, CSV.text)
  const { code, notes } = await operate('import', file, '--business', id, '--set', pair)
  expect(code).toBe(1)
  expect(notes.map((note) => note.replace('error: ', ''))).toEqual([line])
})

test('a field can be set once', async () => {
  const { id } = await makeBusiness()
  const file = await makeFile(CSV.name, CSV.text)
  const options = ['--set', 'category=Cups', '--set', 'category=Mugs']
  expect(await operate('import', file, '--business', id, ...options)).toMatchObject({
    code: 1,
    notes: ['error: --set category=Mugs: category is set twice'],
  })
})
