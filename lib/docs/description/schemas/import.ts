import {
  IMPORT_FAILURES,
  IMPORT_NOTICES,
  IMPORT_STATUSES,
  MAX_KEPT_FAULTS,
} from '../../../domain/imports/import-job.ts'
import {
  DELIMITERS,
  DUPLICATE_SKUS,
  FILE_FORMATS,
  ON_MISSING,
  PRICES,
  STOCK_USES,
  WITHOUT_PRICE,
} from '../../../domain/imports/import-words.ts'
import { closed, nullable, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { known, TIME, UUID } from './members.ts'

const words = (values: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: [...values],
  description,
})

/** The parameters whose values are words: components, for they are also in responses. */
const IMPORT_WORDS: Record<string, JsonSchema> = {
  ImportFormat: words(FILE_FORMATS, 'The format of a file.'),
  ImportDelimiter: words(Object.keys(DELIMITERS), 'The character between the cells of CSV.'),
  ImportPrices: words(PRICES, 'The meaning of a whole number: 80 dollars (`decimal`) or 80 cents (`minor`).'),
  ImportStock: words(
    STOCK_USES,
    'The use of quantities: new stock begins with them (`new`), every stock is set to them (`set`), or they are ignored (`ignore`).',
  ),
  ImportOnMissing: words(
    ON_MISSING,
    'The fate of products of the source that are not in the file: they stay (`keep`), or get the status `draft` or `archived`.',
  ),
  ImportDuplicateSkus: words(
    DUPLICATE_SKUS,
    'For the SKU of an earlier row: refuse the row, or leave out the SKU (`drop`).',
  ),
  ImportWithoutPrice: words(
    WITHOUT_PRICE,
    'For a product or variant without a price: refuse its row, or make a new product a draft at price 0, do not enable a new variant, and keep price and status of existing ones (`draft`).',
  ),
}

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description })
const text = (description: string): JsonSchema => ({ type: 'string', description })

/** An import's id. */
export const IMPORT_ID: JsonSchema = {
  type: 'string',
  pattern: '^imp_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  description: 'The id. Imports that begin later have larger ids.',
}

export const IMPORT_SCHEMAS: Record<string, JsonSchema> = {
  ...IMPORT_WORDS,
  Import: closed({
    id: IMPORT_ID,
    status: known(IMPORT_STATUSES, 'Its progress. The last four are final.'),
    reason: nullable(ref('ImportFailure')),
    detail: nullable(text('For a failed import: a sentence for people.')),
    dry_run: { type: 'boolean', description: 'True if nothing is written.' },
    parameters: {
      type: 'object',
      additionalProperties: true,
      description: 'The parameters that were sent.',
    },
    bytes: count('The size of the file as it was sent.'),
    sha256: text('The SHA-256 of the file as it was sent, in hexadecimal.'),
    format: nullable(text('The format of the file; null until it is read.')),
    rows: nullable(
      count('The number of rows read from the file, complete once `format` is set; null before.'),
    ),
    progress: ref('ImportProgress'),
    faults_total: count(
      `The number of rows that were refused or left out. The first ${MAX_KEPT_FAULTS.toLocaleString('en-US')} of them are kept.`,
    ),
    notices: { type: 'array', items: ref('ImportNotice'), description: 'Facts about the whole file.' },
    started_by: ref('ImportActor'),
    created_at: TIME,
    updated_at: TIME,
    finished_at: nullable({ ...TIME, description: 'Null until it ends.' }),
  }),
  ImportFailure: known(IMPORT_FAILURES, 'For a failed import: the reason, for programs; otherwise null.'),
  ImportActor: {
    ...closed({
      kind: known(['api_key'], 'An API key.'),
      key_id: { ...UUID, description: 'The id of the API key.' },
      key_name: nullable(text('The name of the API key at that time; null if it is not known.')),
    }),
    description: 'The maker of the request that began the import.',
  },
  ImportProgress: closed({
    products: count('The number of finished products of the file.'),
    products_total: nullable(count('The number of products in the file; null until it is read.')),
    created: count('The number of new products.'),
    updated: count('The number of products that were changed.'),
    unchanged: count('The number of products that already matched the file.'),
    refused: count('The number of products that break a rule.'),
    left_out: count('The number of products not meant for import.'),
  }),
  ImportNotice: closed({
    code: known(IMPORT_NOTICES, 'The kind of notice, for programs.'),
    detail: text('One sentence, for people.'),
  }),
  ImportList: listOf(ref('Import')),
  ImportFault: closed({
    row: count('The number of the row, or of the first row of the product.'),
    line: nullable(count('Its line in the file; null for JSON.')),
    name: nullable(text('The name in the row.')),
    external_id: nullable(text('The external id in the row.')),
    outcome: known(['refused', 'left_out'], 'The fate of the row.'),
    reasons: { type: 'array', items: { type: 'string' }, description: 'The rules that it breaks.' },
  }),
  ImportFaultList: listOf(ref('ImportFault')),
  ImportFile: {
    type: 'string',
    format: 'binary',
    description:
      'The bytes of the file: CSV, JSON Lines or JSON, in any encoding, or one of these compressed with gzip.',
  },
}

export const A_FILE = 'sku,name,price,category\nPEPPER-MILL-18,"Pepper mill, 18 cm",34.90,Kitchen tools\n'

export const AN_IMPORT = {
  id: 'imp_01a1f862-3c4d-7e5f-a061-728394a5b6c7',
  status: 'partly_succeeded',
  reason: null,
  detail: null,
  dry_run: false,
  parameters: { prices: 'decimal', source: 'erp' },
  bytes: 48_213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  format: 'csv',
  rows: 420,
  progress: {
    products: 420,
    products_total: 420,
    created: 400,
    updated: 12,
    unchanged: 7,
    refused: 1,
    left_out: 0,
  },
  faults_total: 1,
  notices: [{ code: 'columns_ignored', detail: 'ignored columns: "Warehouse"' }],
  started_by: { kind: 'api_key', key_id: '01a1f85c-1b6c-7d3e-9f40-5a6b7c8d9e0f', key_name: 'ERP sync' },
  created_at: '2026-11-20T10:12:05.377Z',
  updated_at: '2026-11-20T10:12:19.020Z',
  finished_at: '2026-11-20T10:12:19.020Z',
}

/** The same before its file is read. */
export const A_QUEUED_IMPORT = {
  ...AN_IMPORT,
  status: 'queued',
  format: null,
  rows: null,
  progress: {
    products: 0,
    products_total: null,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    left_out: 0,
  },
  faults_total: 0,
  notices: [],
  updated_at: AN_IMPORT.created_at,
  finished_at: null,
}

export const AN_IMPORT_FAULT = {
  row: 17,
  line: 18,
  name: 'Tea pot',
  external_id: 'erp:4711',
  outcome: 'refused',
  reasons: ['price: must be an integer from 0 to 1000000000000'],
}
