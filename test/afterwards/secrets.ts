import { isToken } from '../../lib/domain/api-keys/token.ts'

/** The letters and digits between a token's prefix and its checksum: 256 random bits (lib/domain/api-keys/token.ts). */
const secretOf = (token: string) => token.slice(4, SECRET_LENGTH + 4)
const SECRET_LENGTH = 43

/** The secrets of tokens, forwards and backwards. */
export const secretsOf = (tokens: readonly string[]): ReadonlySet<string> =>
  new Set(tokens.map(secretOf).flatMap((secret) => [secret, [...secret].reverse().join('')]))

/**
 * Where a text holds what looks like a token with a checksum that fits, whosoever it is, or one of these secrets, with
 * or without the rest of its token; each with some of the text before it.
 */
export function findSecrets(text: string, secrets: ReadonlySet<string>): string[] {
  const tokens = [...text.matchAll(/sfk_[0-9A-Za-z]{49}/g)].filter(([match]) => isToken(match))
  const places = tokens.map(({ index }) => index)
  for (const { 0: run, index } of text.matchAll(/[0-9A-Za-z]{43,}/g))
    for (let at = 0; at + SECRET_LENGTH <= run.length; at++)
      if (secrets.has(run.slice(at, at + SECRET_LENGTH))) places.push(index + at)
  return places.map((place) => text.slice(Math.max(0, place - 200), place + SECRET_LENGTH))
}
