/**
 * The marks of an import in the transactions that use the quantities of its rows. A run that continues after a crash finds
 * them, and sets no stock back to what it was before a sale.
 */
import { readItem } from '../table/calls/writer.ts'
import type { Step } from '../table/commit.ts'
import { when } from '../table/expressions.ts'
import { type Key, stockMarkKey } from '../table/keys.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'

/** A row of an import. */
export interface MarkedRow {
  businessId: string
  importId: string
  row: number
}

const A_WEEK_S = 7 * 24 * 60 * 60

const markItem = (key: Key) => ({
  ...key,
  type: 'import_stock',
  [TTL_ATTRIBUTE]: Math.floor(Date.now() / 1000) + A_WEEK_S,
})

/** The step that marks a portion of the quantities of a row as used. Refused as `already_answered` if it was used before. */
export const portionMark = ({ businessId, importId, row }: MarkedRow, portion: number): Step => ({
  write: {
    Put: {
      Item: markItem(stockMarkKey(businessId, importId, row, String(portion))),
      ...when`attribute_not_exists(pk)`,
    },
  },
  refusal: 'already_answered',
})

/** The stocks that a row began: those of these variants, or all that the row has. */
type Begun = ReadonlySet<string> | 'all'

const beginningKey = ({ businessId, importId, row }: MarkedRow) =>
  stockMarkKey(businessId, importId, row, 'BEGUN')

/** The step that marks the stocks which begin with the quantities of a row. */
export const beginningMark = (row: MarkedRow, begun: Begun): Step => ({
  write: {
    Put: { Item: { ...markItem(beginningKey(row)), variants: begun === 'all' ? begun : [...begun] } },
  },
})

/** The stocks that a row began. Throws `TableUnavailable`. */
export async function readBegun(row: MarkedRow): Promise<Begun> {
  const item = await readItem<{ variants: string[] | 'all' }>(beginningKey(row))
  return item?.variants === 'all' ? 'all' : new Set(item?.variants)
}
