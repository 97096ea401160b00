import type { ImportParameters } from '../../../domain/imports/import-job.ts'
import {
  DELIMITERS,
  DUPLICATE_SKUS,
  FILE_FORMATS,
  ON_MISSING,
  PRICES,
  SOURCE_NAME,
  STOCK_USES,
  WITHOUT_PRICE,
} from '../../../domain/imports/import-words.ts'
import { PRODUCT_STATUSES } from '../../../domain/products/product.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { isEncoding } from '../../../import/catalogue-files/read/text.ts'
import { boolean, oneOf, type ParameterReader, refuse, repeated } from '../parameters/parameters.ts'

const LONGEST = 500
const MOST_PAIRS = 50

const text: ParameterReader<string> = (said) => {
  if (said.length <= LONGEST) return said
  throw new Unreadable(`must have at most ${LONGEST} characters`)
}

const encoding: ParameterReader<string> = (said) => {
  if (isEncoding(said)) return said
  throw new Unreadable('is not an encoding; common ones are windows-1252, utf-16le, shift_jis and gbk')
}

const source: ParameterReader<string> = (said) => {
  if (SOURCE_NAME.test(said)) return said
  throw new Unreadable('must be 1 to 32 ASCII letters, digits or ._~- characters')
}

const delimiters = Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[]

/** The query parameters of `POST /admin/imports`: the options of `operator import`. */
export const importParameters = {
  format: oneOf(FILE_FORMATS),
  encoding,
  delimiter: oneOf(delimiters),
  prices: oneOf(PRICES),
  stock: oneOf(STOCK_USES),
  source,
  category: text,
  status: oneOf(PRODUCT_STATUSES),
  on_missing: oneOf(ON_MISSING),
  confirm_missing: boolean,
  part: boolean,
  dry_run: boolean,
  map: repeated(text, MOST_PAIRS),
  set: repeated(text, MOST_PAIRS),
  group_by: text,
  keep_empty: boolean,
  duplicate_skus: oneOf(DUPLICATE_SKUS),
  without_price: oneOf(WITHOUT_PRICE),
}

/** Throws `invalid_parameter` for parameters that contradict each other. */
export function requireConsistent({ part, on_missing = 'keep' }: ImportParameters): void {
  if (part && on_missing !== 'keep')
    refuse([
      {
        parameter: 'on_missing',
        code: 'invalid_parameter',
        detail: 'must be keep for a part of a file: a part never has all products of its source',
      },
    ])
}
