import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName } from '../../../lib/domain/text/name-order.ts'

test.each([
  ['Tea', 'tea'],
  ['ＴＥＡ', 'tea'],
  ['T\u00c9A', 'tea'],
  ['Te\u0301a', 'tea'],
  ['ﬁg', 'fig'],
  ['İx', 'ix'],
  ['Straße', 'straße'],
  ['STRASSE', 'strasse'],
  ['Å', 'a'],
  ['\u212b', 'a'],
  ['½', '1⁄2'],
  ['①', '1'],
  ['カ\u3099', 'カ'],
  ['ガ', 'カ'],
  ['Ё', 'е'],
  ['\u0301\u0302', ''],
  ['\u{1F375}', '\u{1F375}'],
  ['Ω', 'ω'],
])('%j compares as %j', (name, folded) => {
  expect(foldName(name)).toBe(folded)
})

test.each([
  ['x'.repeat(256), 256],
  ['x'.repeat(300), 256],
  ['茶'.repeat(85), 255],
  ['茶'.repeat(86), 255],
  [`x${'茶'.repeat(86)}`, 256],
  ['\u{1F375}'.repeat(64), 256],
  [`x${'\u{1F375}'.repeat(64)}`, 253],
  [`${'x'.repeat(255)}é`, 256],
  [`${'x'.repeat(255)}ß`, 255],
])('what is compared of %j ends after %i bytes', (name, bytes) => {
  expect(Buffer.byteLength(foldName(name))).toBe(bytes)
})

test('200 characters that each fold to eighteen are cut like any others', () => {
  const folded = foldName('\uFDFA'.repeat(200))
  expect(Buffer.byteLength('\uFDFA'.repeat(200).normalize('NFKC'))).toBeGreaterThan(6000)
  expect(Buffer.byteLength(folded)).toBeLessThanOrEqual(256)
  expect(Buffer.byteLength(folded)).toBeGreaterThan(252)
  expect(folded.isWellFormed()).toBe(true)
})

test('a folded name is whole characters, at most 256 bytes, without marks, however the name was composed', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 50 }),
  )
  fc.assert(
    fc.property(name, (text) => {
      const folded = foldName(text)
      expect(folded.isWellFormed()).toBe(true)
      expect(folded).not.toMatch(/\p{M}/u)
      expect(Buffer.byteLength(folded)).toBeLessThanOrEqual(256)
      expect(foldName(text.normalize('NFD'))).toBe(folded)
    }),
  )
})
