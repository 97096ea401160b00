import { createHash, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { isToken, mintToken, tokenDigest } from '../../../lib/domain/api-keys/token.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 bit by bit, as ISO 3309 defines it. */
function crc32(text: string): number {
  let remainder = 0xffffffff
  for (const byte of Buffer.from(text)) {
    remainder ^= byte
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  }
  return ~remainder >>> 0
}

/** A text with the right checksum, as a token has it. */
function withChecksum(text: string): string {
  let digits = ''
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62))
    digits = DIGITS.charAt(rest % 62) + digits
  return text + digits
}

const numberOf = (digits: string) =>
  [...digits].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n)

const tokens = Array.from({ length: 2000 }, mintToken)

test('2,000 minted tokens have their shape and are all different', () => {
  for (const token of tokens) {
    expect(token).toMatch(/^sfk_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/)
    expect(isToken(token)).toBe(true)
  }
  expect(new Set(tokens).size).toBe(tokens.length)
})

test('the secret is 256 random bits: every bit is sometimes set and sometimes not', () => {
  const secrets = tokens.map((token) => numberOf(token.slice(4, 47)))
  const ever = secrets.reduce((bits, secret) => bits | secret)
  const always = secrets.reduce((bits, secret) => bits & secret)
  expect(ever).toBe(2n ** 256n - 1n)
  expect(always).toBe(0n)
})

test('the last six characters are the CRC32 of all before them', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
  for (const token of tokens.slice(0, 200)) expect(withChecksum(token.slice(0, -6))).toBe(token)
})

test('any one character changed, at every position, makes it no token', () => {
  for (const token of tokens.slice(0, 5))
    for (let at = 0; at < token.length; at++)
      for (const character of `${DIGITS}_-. \n\u0000é`.replace(token.charAt(at), ''))
        expect(isToken(token.slice(0, at) + character + token.slice(at + 1))).toBe(false)
})

test('of 10,000 tokens each is its own, and none with one character changed is any', () => {
  const many = Array.from({ length: 10_000 }, mintToken)
  expect(new Set(many).size).toBe(many.length)
  for (const token of many) {
    const at = randomInt(token.length)
    const character = DIGITS.replace(token.charAt(at), '').charAt(randomInt(DIGITS.length - 1))
    expect(isToken(token)).toBe(true)
    expect(isToken(token.slice(0, at) + character + token.slice(at + 1))).toBe(false)
  }
})

test('two neighbours exchanged make it no token', () => {
  const [token = ''] = tokens
  for (let at = 0; at + 1 < token.length; at++) {
    const [a, b] = [token.charAt(at), token.charAt(at + 1)]
    const exchanged = token.slice(0, at) + b + a + token.slice(at + 2)
    expect(isToken(exchanged)).toBe(a === b)
  }
})

const [token = ''] = tokens
test.each([
  ['nothing', ''],
  ['the prefix', 'sfk_'],
  ['one without its end', token.slice(0, -1)],
  ['one without its beginning', token.slice(1)],
  ['one and a digit', `${token}0`],
  ['a space and one', ` ${token}`],
  ['one and a space', `${token} `],
  ['one and a newline', `${token}\n`],
  ['one on each of two lines', `${token}\n${token}`],
  ['one twice', token + token],
  ['one in upper case', token.toUpperCase()],
  ['one with another prefix', token.replace('sfk_', 'sk_')],
  ['zeros', `sfk_${'0'.repeat(49)}`],
  [
    'one with another prefix and the checksum of that',
    withChecksum(token.slice(0, -6).replace('sfk_', 'sfp_')),
  ],
  ['a shorter one with the checksum of that', withChecksum(token.slice(0, -7))],
  ['nothing but a checksum', withChecksum('')],
  ['100,000 letters', `sfk_${'a'.repeat(100_000)}`],
])('%s is no token', (_, text) => {
  expect(isToken(text)).toBe(false)
})

test('of a token its SHA-256 is stored, in hex', () => {
  for (const minted of tokens.slice(0, 50))
    expect(tokenDigest(minted)).toBe(createHash('sha256').update(minted, 'utf8').digest('hex'))
  expect(tokenDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
