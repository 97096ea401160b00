import { expect, test } from 'vitest'
import { isHeld } from '../../lib/domain/former-slug.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')

test.each([
  ['2026-11-28T12:00:00.001Z', true],
  ['2026-11-28T12:00:00.000Z', false],
  ['soon', false],
  [undefined, false],
  [1.9e12, false],
])('a former slug with the end %j leads to its business: %j', (until, isIt) => {
  expect(isHeld(until, NOW)).toBe(isIt)
})
