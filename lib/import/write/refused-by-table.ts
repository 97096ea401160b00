import type { Refusal } from '../../data/table/commit.ts'
import { MAX_OBJECT_BYTES } from '../../domain/limits.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { type PlannedRow, RowRefused } from '../row.ts'

const ABOUT_THE_ROW: Partial<Record<Refusal['reason'], string>> = {
  object_too_large: `the product is larger than ${MAX_OBJECT_BYTES / 1024} KB as JSON`,
  too_large_together: 'the product, its variants and their categories are larger than 3.9 MB together',
  limit_reached: 'the business already has the most products or categories that it can have',
}

/** The fault of a row that the conditions of its write refused. */
export function refusedByTable({ reason, values }: Refusal, { fields }: PlannedRow): RowRefused {
  const detail = ABOUT_THE_ROW[reason]
  if (detail) return new RowRefused([{ field: 'row', detail }])
  if (reason === 'category_unknown')
    return new RowRefused([{ field: 'category_id', detail: 'the category has just been deleted' }])
  const field = reason.replace(/_taken$/, '')
  const taken = reason === 'sku_taken' && values.length > 0 ? values : [String(fields[field])]
  return new RowRefused(
    taken.map((value) => ({ field, detail: `${quoted(value)} belongs to another product` })),
  )
}
