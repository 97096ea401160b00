import { expect, test } from 'vitest'
import { plannedRows } from './planned-rows.ts'

/** The minor units of these prices in an export of WooCommerce, and for a price that is refused the reason. */
async function pricesOf(...prices: string[]) {
  const rows = prices.map((price, n) => `${n + 1},simple,Cup ${n},1,"${price}",Cups`)
  const planned = await plannedRows(['ID,Type,Name,Published,Regular price,Categories', ...rows].join('\n'))
  return planned.map(({ fields, faults }) => fields.price ?? faults.map(({ detail }) => detail).join())
}

test('three digits behind a point are decimals where nothing shows a comma, as WooCommerce writes them', async () => {
  expect(await pricesOf('1.200', '12.50')).toEqual([120, 1250])
})

test('they are thousands where other prices have a comma before their decimals', async () => {
  expect(await pricesOf('1.299,00', '1.200', '12,50')).toEqual([129_900, 120_000, 1250])
})

test('they are refused where some prices have a comma and others a point: a thousand times the price is at stake', async () => {
  expect(await pricesOf('12,50', '1.200', '3.5')).toEqual([1250, expect.stringContaining('1200'), 350])
})
