import { expect, test } from 'vitest'
import { cut, shown, unseenIn, visible } from '../../../lib/api/mcp/shown.ts'

/** Every code point, surrogates among them. */
const ALL = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))

const UNSEEN: [string, string][] = [
  ['tags', '\u{e0049}\u{e0067}\u{e007f}\u{e0001}'],
  ['variation selectors in a row', '\ufe00\ufe01\ufe0e\ufe0f\u{e0100}\u{e01ef}'],
  ['marks of direction', '\u200e\u200f\u061c\u202a\u202e\u2066\u2069'],
  ['spaces without a width', '\u200b\u2060\ufeff\u180e'],
  ['joiners between Latin letters', '\u200c\u200d'],
  ['operators of mathematics', '\u2061\u2064'],
  ['soft hyphens', '\u00ad'],
  ['fillers', '\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u2800'],
  ['control characters', '\0\u0007\b\f\r\u001b\u007f\u0080\u0085\u009f'],
  ['other ends of lines', '\u2028\u2029'],
  ['private use', '\ue000\uf8ff\u{f0000}\u{10fffd}'],
  ['what Unicode has not assigned', '\u0378\uffff\u{1fffe}\u{e0fff}\u{10ffff}'],
  ['halves of characters', '\ud83d'],
]

test.each(UNSEEN)('%s are left out', (_, unseen) => {
  const text = `te${unseen}a`
  expect(visible(text)).toBe('tea')
  expect(unseenIn(text)).toBe([...unseen].length)
  expect(shown({ list: [text], text })).toBe('{"list":["tea"],"text":"tea"}')
})

test.each([
  ['lines and tabs', 'a\n\tb'],
  ['spaces', 'a b\u00a0c\u3000d'],
  ['a backslash before what looks like an escape', String.raw`C:\u0007 "quoted"`],
  ['accents of their own', 'cafe\u0301, Vie\u0323\u0302t'],
  ['an emoji with its style', '❤\ufe0f ☎\ufe0e 👁️‍🗨️'],
  ['keycaps', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
  ['families', '👩‍👩‍👧‍👦 👩🏽‍🚀 🧑🏻‍❤️‍💋‍🧑🏿 🏳️‍🌈 🏴‍☠️'],
  ['flags of countries', '🇳🇱 🇯🇵'],
  ['Persian', 'می‌خواهم، خانه‌ها'],
  ['Hindi', 'क्‍ष, क्‌ष'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Malayalam', 'പാർവ്‌തി'],
  ['Japanese, Korean, Thai and Hebrew', 'お茶 차 ชา תֵּה'],
])('%s are kept', (_, text) => {
  expect(visible(text)).toBe(text)
  expect(unseenIn(text)).toBe(0)
  expect(JSON.parse(shown({ text }))).toEqual({ text })
})

test.each([
  ['a second style of one emoji', '❤\ufe0f\ufe0e\ufe0f', '❤\ufe0f'],
  ['a style of a letter or a digit', 'a\ufe0fb 1\ufe0e2\ufe0f', 'ab 12'],
  ['a second joiner', '👩‍‍🚀 می‌‌خواهم', '👩🚀 میخواهم'],
  ['a joiner beside a space', 'क‍ ‌ख 👩‍ 🚀', 'क ख 👩 🚀'],
  ['the tags of a flag', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', '🏴'],
  ['what stands between the halves of a character', 'a\ud83d\u200b\ude00b', 'ab'],
])('%s is left out', (_, text, rest) => {
  expect(visible(text)).toBe(rest)
})

test('nothing that is left out hides behind what was left out', () => {
  const around = [
    'a',
    '❤',
    '1',
    '🏽',
    'म',
    'م',
    '्',
    '\ufe0f',
    '\u200d',
    '\u200c',
    '\u200b',
    '\u20e3',
    '\ud83d',
  ]
  const texts = around.flatMap((a) =>
    around.flatMap((b) => around.flatMap((c) => around.map((d) => a + b + c + d))),
  )
  expect(texts.filter((text) => visible(visible(text)) !== visible(text))).toEqual([])
})

test('between Latin letters no character is kept that the standard calls ignorable, a format or a control', () => {
  const unseen = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800]/u
  const kept = ALL.filter((character) => visible(`a${character}a`).length > 2)
  expect(kept.filter((character) => unseen.test(character))).toEqual(['\t', '\n'])
  expect(ALL.length - kept.length).toBe(ALL.filter((character) => unseen.test(character)).length - 2)
})

test('a text is cut by the characters that are seen', () => {
  const hidden = '\u200b'.repeat(1_000)
  expect(cut(`${hidden}tea${hidden}`, 3)).toBe('tea')
  expect(cut(`${hidden}green tea`, 5)).toBe('green… (cut, 9 characters)')
})

test('names that look the same stay apart', () => {
  const names = ['bin', 'bin\u200b', 'bin\u{e0041}', 'bin<U+200B>']
  expect(shown(Object.fromEntries(names.map((name, n) => [name, n])))).toBe(
    '{"bin":0,"bin<U+200B>":1,"bin<U+E0041>":2,"bin<U+003C>U+200B>":3}',
  )
})

test.each([
  '\u200d',
  '❤\ufe0f\u200d',
  'م\u200c',
  '\u{e0041}',
  '1\ufe0f',
  '\ud83d',
  'a\u0301',
  '🏽\ufe0f\u200d',
])('250 KB of %j take no time that anybody notices', (part) => {
  const text = part.repeat(256_000 / part.length)
  const beganMs = performance.now()
  visible(text)
  unseenIn(text)
  // A square of the length would be minutes.
  expect(performance.now() - beganMs).toBeLessThan(2_000)
})
