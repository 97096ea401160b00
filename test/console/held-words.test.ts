import { expect, test } from 'vitest'
import { heldCount } from '../../clients/console/src/rules/held/held-count.ts'
import {
  endWords,
  type Hold,
  localTime,
  piecesIn,
  questionWords,
  refusedRelease,
  releasedWords,
  totalWords,
} from '../../clients/console/src/rules/held/held-words.ts'

const NOW = Date.parse('2026-11-20T10:00:00.000Z')

const hold = (more: Partial<Hold> = {}): Hold => ({
  reference: 'cart-1',
  status: 'held',
  items: [
    { variant_id: 'a', product_id: 'a', sku: 'S-a', quantity: 2, is_held: true },
    { variant_id: 'b-1', product_id: 'b', sku: null, quantity: 1, is_held: true },
    { variant_id: 'c', product_id: 'c', sku: null, quantity: 9, is_held: false },
  ],
  expires_at: '2026-11-20T10:35:00.000Z',
  payment: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  version: 1,
  ...more,
})

test('only pieces that are taken out of the stock are counted', () => {
  expect(piecesIn(hold())).toBe(3)
  expect(totalWords([hold()], false)).toBe('3 pieces in 1 hold')
  expect(totalWords([hold(), hold()], true)).toBe('6 pieces in 2 holds so far')
})

test.for([
  [-1, 'ended at 14:05: its pieces come back automatically'],
  [0, 'ended at 14:05: its pieces come back automatically'],
  [59_999, 'until 14:05: less than a minute left'],
  [60_000, 'until 14:05: 1 min left'],
  [3_599_999, 'until 14:05: 59 min left'],
  [3_600_000, 'until 14:05: 1 h 0 min left'],
  [86_700_000, 'until 14:05: 24 h 5 min left'],
] as const)('%i ms before its end a hold lasts: %s', ([ms, words]) => {
  expect(endWords(NOW + ms, NOW, '14:05')).toBe(words)
})

test('the end has its day, where that is another one', () => {
  const now = new Date(2026, 10, 9, 13, 30).getTime()
  const at = (day: number, hour: number) =>
    localTime(new Date(2026, 10, day, hour, 5).getTime(), now, 'en-GB')
  expect(at(9, 14)).toBe('14:05')
  expect(at(10, 0)).toBe('10 Nov 2026, 00:05')
})

test('the question and the result of a release have its pieces', () => {
  expect(questionWords(hold())).toMatch(/^Release cart-1\? Its 3 pieces can be sold to others at once\./)
  expect(releasedWords(hold())).toBe('Released cart-1: 3 pieces back in the stock')
})

test('a release that is refused says why, and whether the hold is over', () => {
  expect(refusedRelease('cart-1', { code: 'hold_not_found' })).toEqual({
    words: 'There is no hold cart-1 any more.',
    isOver: true,
  })
  expect(refusedRelease('cart-1', { code: 'hold_committed', payment: 'pi_1' })).toEqual({
    words: 'cart-1 is sold, for the payment pi_1. A return is a change of the stock.',
    isOver: true,
  })
  expect(refusedRelease('cart-1', { code: 'hold_committed' }).words).toMatch(/^cart-1 is sold\. /)
  expect(refusedRelease('cart-1', { code: 'precondition_failed' })).toEqual({
    words: 'Other pieces are held for cart-1 now. Look at them before you release them.',
    isOver: false,
  })
  // The words of the API are said then.
  expect(refusedRelease('cart-1', { code: 'of_a_newer_version' })).toEqual({ isOver: false })
  expect(refusedRelease('cart-1')).toEqual({ isOver: false })
})

test('the held pieces of a product are those of all its variants', () => {
  expect(heldCount([])).toBe('')
  expect(heldCount([{ held: 0 }])).toBe('')
  expect(heldCount([{ held: 1 }, { held: 1234 }])).toBe('1,235 held')
  expect(heldCount([{ held: 1 }, { held: null }])).toBe('Held pieces')
})
