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
    description: 'The meaning of a whole-number price. Needed if all prices of a CSV file are whole.',
    schema: ref('ImportPrices'),
  },
  stock: { description: 'The use of quantities.', schema: { ...ref('ImportStock'), default: 'new' } },
  source: {
    description:
      'The prefix of every external id, before a colon: 1 to 32 letters, digits or `._~-`. Default: `shopify` or `woo` for their files.',
    schema: { ...text, pattern: '^[A-Za-z0-9._~-]{1,32}$' },
  },
  category: {
    description: 'The name of the category of new products without one.',
    schema: { ...text, maxLength: 500 },
  },
  status: {
    description: 'The status of new products without one.',
    schema: { ...ref('ProductStatus'), default: 'active' },
  },
  on_missing: {
    description: 'The fate of products of the source that are not in the file.',
    schema: { ...ref('ImportOnMissing'), default: 'keep' },
  },
  confirm_missing: {
    description:
      "`true` lets `on_missing` change more than a third of the source's products, and creates products that exist under another source.",
    schema: { type: 'boolean' },
  },
  part: {
    description: '`true` says that this is part of a larger file: `on_missing` must then be `keep`.',
    schema: { type: 'boolean' },
  },
  dry_run: {
    description: '`true` reads, checks and looks up everything, and writes nothing.',
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
      'Makes CSV rows with the same cell in this column variants of one product, with `map=option:Size=size` for each option.',
    schema: { ...text, maxLength: 500 },
  },
  keep_empty: {
    description: '`true` keeps the stored value if a cell is empty, instead of clearing it.',
    schema: { type: 'boolean' },
  },
  duplicate_skus: {
    description: 'The fate of a row with the SKU of an earlier row.',
    schema: { ...ref('ImportDuplicateSkus'), default: 'refuse' },
  },
  without_price: {
    description: 'The fate of products and variants without a price.',
    schema: { ...ref('ImportWithoutPrice'), default: 'refuse' },
  },
}
