import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isGtin, PRODUCT_TRADE } from '../../../lib/domain/products/trade.ts'

/** EAN-13, EAN-8, UPC-A, GTIN-14 and ISBN-13, as packages have them. */
const GTINS = [
  '4006381333931',
  '96385074',
  '036000291452',
  '10012345678902',
  '9783161484100',
  '5901234123457',
]

test('a GTIN has 8, 12, 13 or 14 digits, of which the last follows from the others', () => {
  for (const gtin of GTINS) expect([gtin, isGtin(gtin)]).toEqual([gtin, true])
  for (const gtin of GTINS)
    for (let digit = 0; digit < 10; digit++) {
      const other = `${gtin.slice(0, -1)}${digit}`
      expect([other, isGtin(other)]).toEqual([other, other === gtin])
    }
})

test.each([
  ['blanks', '4 006381 333931'],
  ['hyphens', '978-3-16-148410-0'],
  ['ISBN-10', '3161484100'],
  ['an ISBN-10 with X', '097522980X'],
  ['zeros', '0000000000000'],
  ['eight zeros', '00000000'],
  ['too few digits', '4006381'],
  ['too many', '104006381333931'],
  ['eleven', '03600029145'],
  ['Arabic digits', '٤٠٠٦٣٨١٣٣٣٩٣١'],
  ['a line end', '4006381333931\n'],
  ['nothing', ''],
])('%s are not a GTIN', (_, text) => {
  expect(isGtin(text)).toBe(false)
  expect(v.is(PRODUCT_TRADE.gtin, text)).toBe(false)
})

test('the detail of a wrong GTIN says which rule it breaks', () => {
  const detailOf = (gtin: unknown) =>
    v.safeParse(PRODUCT_TRADE.gtin, gtin).issues?.map(({ message }) => message)
  expect(detailOf('4006381333930')).toEqual(['must be a GTIN with a valid check digit'])
  expect(detailOf('978-3-16-148410-0')).toEqual([
    'must be the 8, 12, 13 or 14 digits of a GTIN, without spaces or hyphens',
  ])
})
