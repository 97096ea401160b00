import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

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

/** What is stored of a token: its SHA-256 in hex. 256 random bits need no salt and no slow hash. */
export const tokenDigest = (token: string) => createHash('sha256').update(token).digest('hex')

const withChecksum = (start: string) => start + base62(BigInt(crc32(start)), CHECKSUM_LENGTH)

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
  return digits
}
