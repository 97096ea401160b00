import type { ImportParameters } from '../../domain/imports/import-job.ts'
import { inQuery } from '../option-style.ts'
import type { ImportRules } from '../plan-file.ts'

/** The longest document of JSON that a function of 1 GB parses as a whole, with everything else in its memory. */
export const MAX_JSON_CHARACTERS = 20 * 1024 * 1024

/** Rows times columns: an export of 100 columns has as many with 200,000 rows. */
export const MAX_CELLS = 20_000_000

/** How a file is read and used that came with these parameters: as the command does with the same options. */
export function rulesOf(parameters: ImportParameters): ImportRules {
  const { format, encoding, delimiter, prices, source, category, map = [], set = [] } = parameters
  const { group_by, keep_empty, duplicate_skus, confirm_missing, stock = 'new', without_price } = parameters
  return {
    format,
    mostJsonCharacters: MAX_JSON_CHARACTERS,
    mostCells: MAX_CELLS,
    encoding,
    delimiter,
    prices,
    source,
    category,
    stock,
    map,
    set,
    ...(group_by !== undefined && { groupBy: group_by }),
    keepEmpty: keep_empty,
    duplicateSkus: duplicate_skus,
    withoutPrice: without_price,
    onMissing: parameters.on_missing ?? 'keep',
    isSure: confirm_missing,
    option: inQuery,
  }
}
