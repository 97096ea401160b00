import { describe, expect, test } from 'vitest'
import { RefusalCount } from '../../../lib/operator/import/import-report.ts'

/** The lines for products that were refused for these reasons, one after the other. */
function linesOf(refused: readonly string[][], report?: string) {
  const refusals = new RefusalCount()
  for (const [n, reasons] of refused.entries())
    refusals.add({ row: n + 1, line: n + 2, outcome: 'refused', reasons })
  return refusals.lines('rows', report)
}

const price = (n: number) => [`price: "${n} x" is not a decimal number`]
const name = ['name: must have 1 to 200 characters']

describe('refusals', () => {
  test('with the same reasons are one line, the most frequent first', () => {
    expect(linesOf([name, price(0), price(1), ['status: must be draft'], price(2)])).toEqual([
      'in 3 rows, the first in row 2 (line 3): price: "0 x" is not a decimal number',
      'row 1 (line 2): name: must have 1 to 200 characters',
      'row 4 (line 5): status: must be draft',
    ])
  })

  test('have other reasons where one of several is another', () => {
    expect(linesOf([[...name, ...price(1)], name])).toHaveLength(2)
  })

  test('are counted apart from left-out rows, and many reasons of one kind are counted', () => {
    const refusals = new RefusalCount()
    for (const outcome of ['refused', 'left_out'] as const)
      refusals.add({ row: 1, line: null, outcome, reasons: [...price(1), ...price(2)] })
    const line = 'row 1: price: "1 x" is not a decimal number (and 1 more like it)'
    expect(refusals.lines('rows', undefined)).toEqual([line, line])
  })

  test('of more than 20 kinds are counted behind these', () => {
    const kinds = Array.from({ length: 31 }, (_, n) => [`${'x'.repeat(n + 1)}: is wrong`])
    const all = [...kinds, kinds[0] ?? []]
    const lines = linesOf(all)
    expect(lines).toHaveLength(21)
    expect(lines[0]).toBe('in 2 rows, the first in row 1 (line 2): x: is wrong')
    expect(lines[20]).toBe('and for other reasons 11 more rows: add --report <file> to see all')
    expect(linesOf(all, 'out.jsonl')[20]).toBe('and for other reasons 11 more rows: all are in out.jsonl')
  })

  test.each([
    [['sku: "A" is already used in row 1'], true],
    [['variants.1.sku: is the SKU of another variant'], true],
    [['external_id: "A" is already used in row 1'], false],
    [['sku: "A" belongs to another product'], false],
  ])('for %j lead to the option that leaves SKUs out: %j', (reasons, isSaid) => {
    const line = 'to leave out the SKU of an earlier row instead of refusing the row: --duplicate-skus drop'
    expect(linesOf([reasons]).includes(line)).toBe(isSaid)
  })
})
