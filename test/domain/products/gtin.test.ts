import { expect, test } from 'vitest'
import { isGtin } from '../../../lib/domain/products/trade.ts'

test.each([
  ['an EAN-8', '96385074'],
  ['a UPC-A', '036000291452'],
  ['an EAN-13', '4006381333931'],
  ['an ISBN-13', '9783161484100'],
  ['a GTIN-14', '10614141000415'],
])('%s is a GTIN, and with any other last digit it is not', (_, digits) => {
  const last = Array.from({ length: 10 }, (_, n) => digits.slice(0, -1) + n)
  expect(last.filter(isGtin)).toEqual([digits])
})

test.each(['', '0', '00000000', '0000000000000', '123456789', '4006381333931 ', '400638133393X', '٩٦٣٨٥٠٧٤'])(
  '%j is not a GTIN',
  (text) => {
    expect(isGtin(text)).toBe(false)
  },
)
