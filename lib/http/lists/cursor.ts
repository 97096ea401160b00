import { hash } from 'node:crypto'
import { problem } from '../problems/problem.ts'

/** Everything that decides what a list holds and in which order: what a cursor is good for. */
export type ListIdentity = readonly (string | number | boolean | undefined)[]

/** A position ends in the id of an item: a slug or a UUID. Anything else was never made here. */
const POSITION = /[a-z0-9]$/

/**
 * An opaque cursor: the position behind which the next page begins, and a digest of position and list. The
 * digest keeps honest clients from continuing one list with another's cursor. It is no signature: a forged
 * cursor is only ever applied within the caller's own partition.
 */
export const makeCursor = (position: string, list: ListIdentity): string =>
  digest(position, list) + Buffer.from(position).toString('base64url')

/** The position inside a cursor. Throws `invalid_cursor` if it is malformed or was made for another list. */
export function readCursor(cursor: string, list: ListIdentity): string {
  if (cursor.length > MAX_LENGTH) throw invalidCursor()
  const position = Buffer.from(cursor.slice(DIGEST_LENGTH), 'base64url').toString()
  if (!POSITION.test(position) || makeCursor(position, list) !== cursor) throw invalidCursor()
  return position
}

const MAX_LENGTH = 1024
/** Nine bytes in base64url, with nothing left over. */
const DIGEST_LENGTH = 12

const invalidCursor = () =>
  problem('invalid_cursor', {
    detail: 'The cursor is malformed or belongs to another list. Start again without it.',
    errors: [
      { parameter: 'cursor', code: 'invalid_cursor', detail: 'is malformed or belongs to another list' },
    ],
  })

const digest = (position: string, list: ListIdentity) =>
  hash('sha256', JSON.stringify([position, ...list]), 'base64url').slice(0, DIGEST_LENGTH)
