import { hash, randomBytes } from 'node:crypto'

const PREFIX = 'sfk_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, and 62^6 above 2^32. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const TOKEN = /^sfk_[0-9A-Za-z]{49}$/

/** A new API key's token: `sfk_`, 32 random bytes and a CRC32, both in base62. Shown once, never stored. */
export function mintToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  return withChecksum(`${PREFIX}${secret}`)
}

/** True if the string has a token's shape and its checksum fits: a typing error never costs a read. */
export function isToken(value: string): boolean {
  return TOKEN.test(value) && withChecksum(value.slice(0, -CHECKSUM_LENGTH)) === value
}

/** The stored form of a token: its SHA-256 in hex. 256 random bits need no salt and no slow hash. */
export const tokenDigest = (token: string) => hash('sha256', token)

const withChecksum = (start: string) => start + base62(BigInt(crc32(start)), CHECKSUM_LENGTH)

/**
 * The checksum of zip files and of zlib, whose loading would be a tenth of the authorizer's start; a token is too short
 * for a table to save time.
 */
function crc32(text: string): number {
  let rest = ~0
  for (const byte of Buffer.from(text)) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return ~rest >>> 0
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
  return digits
}
