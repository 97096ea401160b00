import { afterEach, expect, test, vi } from 'vitest'
import * as reads from '../../../lib/data/products/product-reads.ts'
import { openRowsInFlight } from '../../../lib/import/rows-in-flight.ts'
import { findProduct } from '../../../lib/import/write/row-identity.ts'
import { storedProduct } from '../../domain/products/stored-product.ts'
import { cups } from '../../operator/import/rows.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The product of a row with both names, when these products have its SKU one after the other. */
function found(holders: (string | undefined)[]) {
  const whole = storedProduct({ name: 'Cup', category_id: 'cups', price: 1 })
  vi.spyOn(reads, 'findIdByExternalId').mockResolvedValue('own')
  vi.spyOn(reads, 'findIdBySku').mockResolvedValue('guarded')
  vi.spyOn(reads, 'findWholeProduct').mockImplementation(async () => {
    const id = holders.shift()
    return id === undefined ? undefined : { ...whole, product: { ...whole.product, id } }
  })
  const [row] = cups(1, () => ({ sku: 'A' }))
  if (!row) throw new Error('there is no row')
  const others = { isGivenUp: () => false, rowsInFlight: openRowsInFlight() }
  return findProduct('business', { ...row, ofNew: {} }, others)
}

test('a row is refused whose SKU another product keeps', async () => {
  await expect(found(['other', 'other'])).rejects.toThrow()
})

test.each([undefined, 'own'])(
  'a row is its product whose SKU another one has given up: to %s',
  async (next) => {
    expect(await found(['other', next])).toBe('own')
  },
)
