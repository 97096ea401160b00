import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { makeFile, operate } from '../operate.ts'

async function importing(text: string, ...options: string[]) {
  const { id } = await makeBusiness()
  const file = await makeFile('a.csv', text)
  return operate('import', file, '--business', id, '--dry-run', ...options)
}

test('columns that seem to be meant are named with what to write', async () => {
  const { notes } = await importing('sku,Title,price,catgory,weight\nS1,Cup,9.00,Cups,3\n')
  expect(notes[0]).toBe(
    'ignored columns: "Title" (to use it: --map name="Title"), "catgory" (to use it: --map category="catgory"), "weight"',
  )
})

test('a name that is misspelt is one line with the name that may have been meant', async () => {
  const { code, notes } = await importing('sku,Title,price\nS1,Cup,9.00\n', '--map', 'name=Titel')
  expect([code, notes]).toEqual([
    1,
    ['error: --map name=Titel: no row has "Titel"; did you mean --map name="Title"?'],
  ])
})
