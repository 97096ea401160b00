/** The fates of an import; the last four are final. */
export const IMPORT_STATUSES = [
  'queued',
  'running',
  'succeeded',
  'partly_succeeded',
  'failed',
  'cancelled',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

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
