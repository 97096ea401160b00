import { expect, test } from 'vitest'
import type { Dialect } from '../../../lib/catalogue-files/dialects/dialect.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { fileProducts } from '../../../lib/import/read/file-products.ts'

test('a product that its dialect fails at for a reason nobody foresaw is refused, and the others are read', async () => {
  const dialect: Dialect = {
    used: new Set(),
    placeOf: () => ({ names: [] }),
    productOf([row = { number: 0, line: null, values: {} }]) {
      if (row.number === 2) throw new TypeError('a bug')
      return { ...row, notes: [] }
    },
  }
  const database = await openImportDatabase()
  try {
    for (const number of [1, 2, 3])
      database.addRow({ number, line: number, values: { name: 'Cup' } }, { names: [] })
    const products = [...fileProducts(database, { dialect, now: '', explicit: new Map() })]
    expect(products.map(({ number, fault }) => [number, fault])).toEqual([
      [1, undefined],
      [2, 'cannot be imported because of an error of this program: "TypeError"'],
      [3, undefined],
    ])
  } finally {
    await database.close()
  }
})
