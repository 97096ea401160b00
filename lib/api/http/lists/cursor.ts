import { hash } from 'node:crypto'
import type { PageRequest } from '../../../data/table/pages.ts'
import { invalidCursor } from '../problems/problems.ts'

/** Everything that decides which objects a list holds, and in which order. A cursor is valid for one identity. */
export type ListIdentity = readonly unknown[]

/**
 * The identity of a list: all its parameters but those that say how much of it is read, from where, which fields are
 * shown, and how the business is named. One with a default must be in it, sent or not.
 */
export const listIdentity = (
  businessId: string,
  path: string,
  { limit: _, cursor: __, fields: ___, business: ____, ...list }: PageParameters,
): ListIdentity => [businessId, path, Object.entries(list).sort()]

interface PageParameters extends Record<string, unknown> {
  limit?: number
  cursor?: string
  fields?: unknown
  business?: unknown
}

/** The page of a list that its parameters ask for. Throws `invalid_cursor`. */
export const pageRequest = ({ limit = 50, cursor }: PageParameters, list: ListIdentity): PageRequest => ({
  after: cursor === undefined ? undefined : readCursor(cursor, list),
  limit,
})

/** A position ends in the id of an item: a slug or a UUID. Anything else was never made here. */
const POSITION = /[a-z0-9]$/

/**
 * An opaque cursor: the position behind which the next page begins, and a digest of position and list. The
 * digest keeps honest clients from continuing one list with another's cursor. It is not a signature: a forged
 * cursor is only ever applied within the caller's own partition.
 */
export const makeCursor = (position: string, list: ListIdentity): string =>
  digest(position, list) + Buffer.from(position).toString('base64url')

/** The position inside a cursor. Throws `invalid_cursor` if it is malformed or was made for another list. */
export function readCursor(cursor: string, list: ListIdentity): string {
  if (cursor.length > MAX_LENGTH) throw notOfThisList()
  const position = Buffer.from(cursor.slice(DIGEST_LENGTH), 'base64url').toString()
  if (!POSITION.test(position) || makeCursor(position, list) !== cursor) throw notOfThisList()
  return position
}

const MAX_LENGTH = 1024
/** Nine bytes in base64url, with nothing left over. */
const DIGEST_LENGTH = 12

const FAULT = 'is malformed or belongs to another list'

const notOfThisList = () =>
  invalidCursor({
    detail: `The cursor ${FAULT}. Start again without it.`,
    errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail: FAULT }],
  })

const digest = (position: string, list: ListIdentity) =>
  hash('sha256', JSON.stringify([position, list]), 'base64url').slice(0, DIGEST_LENGTH)
