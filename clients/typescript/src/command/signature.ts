import { createHmac, randomBytes } from 'node:crypto'
import { usageFailure } from './failure.ts'

const PREFIX = 'whsec_'
/** https://github.com/standard-webhooks/standard-webhooks: a secret has between 24 and 64 bytes. */
const BYTES = { fewest: 24, most: 64, usual: 32 }

/** A new secret, like those of webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(BYTES.usual).toString('base64')}`

/** Reads `--secret`. Throws a `Failure`. */
export function readSecret(text: string): string {
  const { length } = keyOf(text)
  const isBase64 = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
  if (isBase64 && length >= BYTES.fewest && length <= BYTES.most) return text
  throw usageFailure(`--secret must be ${PREFIX} and 24 to 64 bytes as base64, as webhooks have it`)
}

const keyOf = (secret: string) => Buffer.from(secret.slice(PREFIX.length), 'base64')

/** The header `webhook-signature` of Standard Webhooks 1.0.0. */
export function signatureOf(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`)
  return `v1,${hmac.digest('base64')}`
}
