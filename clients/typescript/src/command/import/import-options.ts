import type { CommonOptions } from '../common-options.ts'

/** The options of `import`. */
export interface ImportOptions extends CommonOptions {
  format?: string
  encoding?: string
  delimiter?: string
  prices?: string
  stock?: string
  source?: string
  category?: string
  status?: string
  onMissing?: string
  confirmMissing?: true
  dryRun?: true
  map?: string[]
  set?: string[]
  groupBy?: string
  keepEmpty?: true
  duplicateSkus?: string
  withoutPrice?: string
  report?: string
  wait: boolean
}

/** The parameters of `POST /admin/imports`. An option that was not given is not sent: the API has the defaults. */
export function importQuery(options: ImportOptions): URLSearchParams {
  const { format, encoding, delimiter, prices, stock, source, category, status } = options
  const given = {
    format,
    encoding,
    delimiter,
    prices,
    stock,
    source,
    category,
    status,
    on_missing: options.onMissing,
    confirm_missing: options.confirmMissing && 'true',
    dry_run: options.dryRun && 'true',
    group_by: options.groupBy,
    keep_empty: options.keepEmpty && 'true',
    duplicate_skus: options.duplicateSkus,
    without_price: options.withoutPrice,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value)
  for (const one of options.map ?? []) query.append('map', one)
  for (const one of options.set ?? []) query.append('set', one)
  return query
}
