/** 1 to 255 printable ASCII characters without space and comma, perhaps in one pair of quotes. */
const KEY = /^(?!""$)(?:"([!#-+\--~]{1,255})"|([!-+\--~]{1,255}))$/

/** The key of a call, or undefined if it has none. Throws `invalid_idempotency_key`. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, quoted, bare] = KEY.exec(header) ?? []
  const key = quoted ?? bare
  if (key !== undefined) return key
  const detail = 'must be 1 to 255 printable ASCII characters without space and comma'
  throw invalidIdempotencyKey({
    detail: `Idempotency-Key ${detail}.`,
    errors: [{ header: 'Idempotency-Key', code: 'invalid_idempotency_key', detail }],
  })
}

import { invalidIdempotencyKey } from '../problems/problems.ts'
