import { describe, expect, test } from 'vitest'
import { inQuery } from '../../../lib/import/option-style.ts'
import type { ImportRules } from '../../../lib/import/plan-file.ts'
import { lossesOf } from '../../../lib/import/write/losses.ts'
import { mergeRow } from '../../../lib/import/write/merge-row.ts'
import { counted, inJson, shirtOf, size, stored } from './json-rows.ts'

describe('what a product loses by a row', () => {
  const lossesBy = async (before: object, row: object, option = inQuery, said: Partial<ImportRules> = {}) => {
    const [whole, planned] = [await stored(before), await inJson(row, said)]
    return lossesOf(whole, mergeRow(whole, planned), planned, option).map(
      ({ loss, detail }) => `${loss}: ${detail}`,
    )
  }

  test('is a variant, and a stock that is no longer counted', async () => {
    const before = shirtOf(size('S', counted(3)), size('M', counted(3)))
    expect(await lossesBy(before, shirtOf(size('S', { track_inventory: false })))).toEqual([
      'stock: Size: S is no longer tracked',
      'variant: Size: M',
    ])
    expect(await lossesBy(before, before)).toEqual([])
    const red = (Size: string) => ({ option_values: { Size, Colour: 'Red' }, price: 1000 })
    const options = [
      { name: 'Size', values: ['S', 'M'] },
      { name: 'Colour', values: ['Red'] },
    ]
    const sized = { ...shirtOf(size('S')), options }
    expect(
      await lossesBy({ ...sized, variants: [red('S'), red('M')] }, { ...sized, variants: [red('S')] }),
    ).toEqual(['variant: Size: M, Colour: Red'])
  })

  test('is its place in the shop, where it is archived and the row does not say so', async () => {
    const cup = { external_id: 'cup', sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }
    const hidden = { ...cup, status: 'archived', ...counted(1) }
    expect(await lossesBy(hidden, { ...cup, track_inventory: false })).toEqual([
      'stock: S1 is no longer tracked',
      'archived: the file does not say its status: set=status=active shows it',
    ])
    expect(await lossesBy(hidden, hidden)).toEqual([])
    const unnamed = { ...cup, sku: undefined, ...counted(1) }
    expect(await lossesBy(unnamed, { ...unnamed, quantity: undefined, track_inventory: false })).toEqual([
      'stock: the product is no longer tracked',
    ])
    const free = { ...cup, price: null }
    expect(await lossesBy({ ...cup, status: 'archived' }, free, inQuery, { withoutPrice: 'draft' })).toEqual(
      [],
    )
    const [line] = await lossesBy({ ...cup, status: 'archived' }, cup, (name, value) => `--${name} ${value}`)
    expect(line).toBe('archived: the file does not say its status: --set status=active shows it')
  })
})
