import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newVariantSet } from '../../../lib/domain/products/variant.ts'
import { likenessOf, time } from '../../../lib/domain/text/text.ts'

describe('two texts look alike', () => {
  test.each([
    ['M', 'm'],
    ['M', 'Ｍ'],
    ['M', 'M\u200b'],
    ['a', 'a\u2800'],
    ['Größe', 'GRÖSSE'.replace('SS', 'ß')],
  ])('%j and %j', (one, other) => {
    expect(likenessOf(one)).toBe(likenessOf(other))
  })

  test('not the flags of England, Scotland and Wales, nor what differs otherwise', () => {
    const texts = ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴', 'a', 'ä', 'b']
    expect(new Set(texts.map(likenessOf)).size).toBe(texts.length)
  })
})

test.each(['2026-01-02T03:04:05Z', '2026-01-02t03:04:05z', '2026-01-02t04:04:05.000+01:00'])(
  '%s is a time',
  (text) => {
    expect(v.parse(time, text)).toBe('2026-01-02T03:04:05.000Z')
  },
)

test('the names of options in a variant are stored as those of the product', () => {
  const variants = [{ option_values: { ' Shirt  size ': ' M ' }, price: 1 }]
  expect(v.parse(newVariantSet, { variants }).variants[0]?.option_values).toEqual({ 'Shirt size': 'M' })
})
