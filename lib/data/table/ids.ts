import { randomBytes, randomInt } from 'node:crypto'

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds since the epoch, then random bits, so that ids made later
 * sort behind ids made earlier.
 */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 6 random characters of `a-z0-9`, for slugs that collide. */
export const randomSuffix = () =>
  Array.from({ length: 6 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
