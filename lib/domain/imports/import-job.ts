import type {
  Delimiter,
  DuplicateSkus,
  FileFormat,
  OnMissing,
  PRICES,
  StockUse,
  WithoutPrice,
} from './import-words.ts'

/** The parameters of an import over the API: those that were sent. */
export interface ImportParameters {
  format?: FileFormat
  encoding?: string
  delimiter?: Delimiter
  prices?: (typeof PRICES)[number]
  stock?: StockUse
  source?: string
  category?: string
  status?: 'draft' | 'active' | 'archived'
  on_missing?: OnMissing
  confirm_missing?: boolean
  part?: boolean
  dry_run?: boolean
  map?: readonly string[]
  set?: readonly string[]
  group_by?: string
  keep_empty?: boolean
  duplicate_skus?: DuplicateSkus
  without_price?: WithoutPrice
}

/** The fates of an import; the last four are final. */
export const IMPORT_STATUSES = [
  'queued',
  'running',
  'succeeded',
  'partly_succeeded',
  'failed',
  'cancelled',
] as const
type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The reasons why an import failed. */
export const IMPORT_FAILURES = [
  'unreadable',
  'unusable_parameters',
  'prices_unclear',
  'other_source',
  'too_many_missing',
  'key_revoked',
  'business_closed',
  'stalled',
  'crashed',
] as const
export type ImportFailure = (typeof IMPORT_FAILURES)[number]

/** The things that an import says of the whole file. */
export const IMPORT_NOTICES = [
  'format',
  'warning',
  'columns_used',
  'columns_ignored',
  'stock_ignored',
  'stock_tracked',
  'other_source',
  'missing_unknown',
  'missing_changed',
  'lost',
  'categories_created',
  'example',
] as const

/** Something that a person reads of a whole file, in one sentence. */
export interface Notice {
  code: (typeof IMPORT_NOTICES)[number]
  detail: string
}

/** How far an import is, in products of its file. */
export interface ImportProgress {
  products: number
  /** Null until the file has been read. */
  products_total: number | null
  created: number
  updated: number
  unchanged: number
  refused: number
  left_out: number
}

/** Its members, in the order of responses. */
export const PROGRESS_FIELDS = [
  'products',
  'products_total',
  'created',
  'updated',
  'unchanged',
  'refused',
  'left_out',
] as const satisfies readonly (keyof ImportProgress)[]

/** An import as a merchant sees it. Times are RFC 3339. */
export interface ImportJob {
  id: string
  status: ImportStatus
  /** Of an import that failed: the reason, and a sentence that says more. */
  reason: ImportFailure | null
  detail: string | null
  dry_run: boolean
  /** The parameters of its request, as they were sent. */
  parameters: ImportParameters
  /** The size of the file as it was sent, and its SHA-256 in hex. */
  bytes: number
  sha256: string
  /** Null until the file has been read. */
  format: string | null
  rows: number | null
  progress: ImportProgress
  faults_total: number
  notices: readonly Notice[]
  started_by: { kind: 'api_key'; key_id: string; key_name: string | null }
  created_at: string
  updated_at: string
  finished_at: string | null
}

/** The members of an import, in the order of responses. */
export const IMPORT_FIELDS = [
  'id',
  'status',
  'reason',
  'detail',
  'dry_run',
  'parameters',
  'bytes',
  'sha256',
  'format',
  'rows',
  'progress',
  'faults_total',
  'notices',
  'started_by',
  'created_at',
  'updated_at',
  'finished_at',
] as const satisfies readonly (keyof ImportJob)[]

/** A row that was refused, or left out on purpose. */
export interface ImportFault {
  row: number
  line: number | null
  name: string | null
  external_id: string | null
  outcome: 'refused' | 'left_out'
  reasons: readonly string[]
}

/** A kind of loss in a file: how often it occurs, and where first. */
export interface Lost {
  loss: string
  count: number
  first: string
}

/** The beginning of every import's id; a UUIDv7 follows it. */
export const IMPORT_PREFIX = 'imp_'

const IMPORT_ID = new RegExp(
  `^${IMPORT_PREFIX}[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
)

/** True for text that could be the id of an import. */
export const isImportId = (text: string): boolean => IMPORT_ID.test(text)

/** True of an import that nothing changes any more. */
export const isOver = ({ status }: Pick<ImportJob, 'status'>): boolean =>
  status !== 'queued' && status !== 'running'

/** The largest file as it is sent: as base64, in the event of a function, it stays below the 6 MB of Lambda. */
export const MAX_FILE_BYTES = 4_400 * 1024

/** The most refused and left-out rows that are kept. */
export const MAX_KEPT_FAULTS = 10_000
