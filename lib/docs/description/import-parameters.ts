import type { importParameters } from '../../api/http/imports/import-parameters.ts'
import { ref } from './json-schema.ts'
import type { JsonSchema } from './openapi.ts'
import { type Query, repeated, text } from './query-parts.ts'

const pairs: JsonSchema = {
  type: 'array',
  items: { ...text, maxLength: 500 },
  minItems: 1,
  maxItems: 50,
}

/** The query parameters of `POST /admin/imports`. */
export const IMPORTS: Query<typeof importParameters> = {
  format: { description: 'The format, if the file does not show it.', schema: ref('ImportFormat') },
  encoding: {
    description:
      'The encoding of the text, if it is not UTF-8 and has no byte order mark: `windows-1252`, `utf-16le`, `shift_jis`.',
    schema: text,
  },
  delimiter: {
    description: 'The character between the cells of CSV, if the header does not show it.',
    schema: ref('ImportDelimiter'),
  },
  prices: {
    description: 'The meaning of a price that is a whole number. Needed where all of a CSV file are.',
    schema: ref('ImportPrices'),
  },
  stock: { description: 'The use of quantities.', schema: { ...ref('ImportStock'), default: 'new' } },
  source: {
    description:
      'The name that every external id begins with, before a colon: 1 to 32 letters, digits or `._~-`. Without it `shopify` or `woo` for files of these.',
    schema: { ...text, pattern: '^[A-Za-z0-9._~-]{1,32}$' },
  },
  category: {
    description: 'The name of the category of new products whose row has none.',
    schema: { ...text, maxLength: 500 },
  },
  status: {
    description: 'The status of new products whose row has none.',
    schema: { ...ref('ProductStatus'), default: 'active' },
  },
  on_missing: {
    description: 'The fate of products of the source that the file does not have.',
    schema: { ...ref('ImportOnMissing'), default: 'keep' },
  },
  confirm_missing: {
    description:
      '`true` lets `on_missing` change more than a third of the products of the source, and lets products be made that exist under another source.',
    schema: { type: 'boolean' },
  },
  part: {
    description: '`true` says that this is a part of a larger file: `on_missing` must be `keep` then.',
    schema: { type: 'boolean' },
  },
  dry_run: {
    description: '`true` reads, checks and looks everything up, and writes nothing.',
    schema: { type: 'boolean' },
  },
  map: {
    description:
      'Fills a field from a column with another name: `name=Title`. With nothing after the `=` the field is left out. Sent once for each field.',
    schema: pairs,
    ...repeated,
    example: ['name=Title'],
  },
  set: {
    description: 'Gives a field one value in every row: `status=draft`. Sent once for each field.',
    schema: pairs,
    ...repeated,
    example: ['status=draft'],
  },
  group_by: {
    description:
      'Makes variants of the rows of CSV with the same cell in this column, with `map=option:Size=size` for each option.',
    schema: { ...text, maxLength: 500 },
  },
  keep_empty: {
    description: '`true` keeps the stored value where a cell is empty, instead of clearing it.',
    schema: { type: 'boolean' },
  },
  duplicate_skus: {
    description: 'The fate of a row with a SKU that an earlier row has.',
    schema: { ...ref('ImportDuplicateSkus'), default: 'refuse' },
  },
  without_price: {
    description: 'The fate of products and variants without a price.',
    schema: { ...ref('ImportWithoutPrice'), default: 'refuse' },
  },
}
