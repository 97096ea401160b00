import { isToken } from '../../lib/domain/api-keys/token.ts'

/** The letters and digits between a token's prefix and its checksum: 256 random bits (lib/domain/api-keys/token.ts). */
const secretOf = (token: string) => token.slice(4, SECRET_LENGTH + 4)
const SECRET_LENGTH = 43

/** A secret that stands anywhere in a text fills one of the text's blocks of this length, counted from any place. */
const BLOCK_LENGTH = 22

/** The secrets of tokens, forwards and backwards, and every piece of a block's length that is part of one. */
export interface Secrets {
  whole: ReadonlySet<string>
  pieces: ReadonlySet<string>
}

/** The secrets of these tokens, to look for. */
export function secretsOf(tokens: readonly string[]): Secrets {
  const whole = new Set(tokens.map(secretOf).flatMap((secret) => [secret, [...secret].reverse().join('')]))
  const pieces = [...whole].flatMap((secret) =>
    Array.from({ length: SECRET_LENGTH - BLOCK_LENGTH + 1 }, (_, at) => secret.slice(at, at + BLOCK_LENGTH)),
  )
  return { whole, pieces: new Set(pieces) }
}

/** True if a block of a run of letters and digits is a piece of a secret: only then can it hold one. */
function mayHoldSecret(run: string, { pieces }: Secrets): boolean {
  for (let at = 0; at + BLOCK_LENGTH <= run.length; at += BLOCK_LENGTH)
    if (pieces.has(run.slice(at, at + BLOCK_LENGTH))) return true
  return false
}

/**
 * The places in a text that have a token with a valid checksum, of any business, or one of these secrets, with
 * or without the rest of its token; each with some of the text before it.
 */
export function findSecrets(text: string, secrets: Secrets): string[] {
  const tokens = [...text.matchAll(/sfk_[0-9A-Za-z]{49}/g)].filter(([match]) => isToken(match))
  const places = tokens.map(({ index }) => index)
  for (const { 0: run, index } of text.matchAll(/[0-9A-Za-z]{43,}/g)) {
    if (!mayHoldSecret(run, secrets)) continue
    for (let at = 0; at + SECRET_LENGTH <= run.length; at++)
      if (secrets.whole.has(run.slice(at, at + SECRET_LENGTH))) places.push(index + at)
  }
  return places.map((place) => text.slice(Math.max(0, place - 200), place + SECRET_LENGTH))
}
