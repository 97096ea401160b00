/** The checks of a planned file before anything is written. */

import type { Business } from '../domain/business.ts'
import type { Notice } from '../domain/imports/import-job.ts'
import type { ImportPlan } from './import-plan.ts'
import { ImportRefused } from './import-refused.ts'
import { type ImportRules, optionOf } from './plan-file.ts'
import type { SourceFile } from './read/source-file.ts'
import { findMissing, type Missing } from './write/missing-products.ts'
import { findUnderSource } from './write/other-sources.ts'

/** The outcome of the checks. */
export interface Checked {
  notices: Notice[]
  /** The products of the source that the file does not have, if they are to change and can be known. */
  missing: Missing | undefined
}

/**
 * Looks whether the products of a file are there under another source, and finds those of its source that it does not have.
 * Throws an `ImportRefused` if it would make products a second time, if it names no source, and for more than a third of
 * its products.
 */
export async function checkFile(
  business: Business,
  { file, plan }: { file: SourceFile; plan: ImportPlan },
  rules: ImportRules,
  signal?: AbortSignal,
): Promise<Checked> {
  const notices = rules.isSure ? [] : await requireOwnSource(business, { file, plan }, rules)
  const { action, source = file.dialect?.source } = { ...rules, action: rules.onMissing }
  if (action === 'keep') return { notices, missing: undefined }
  const option = optionOf(rules)
  if (source === undefined)
    throw new ImportRefused(
      'unusable_parameters',
      `${option('on-missing')} needs ${option('source')}: it looks at the products whose external_id begins with that name`,
    )
  if (plan.hasUnknown) {
    const detail = `${option('on-missing')} changes nothing: some rows cannot be read or have no external_id, so it is not known which products of ${source} are missing`
    return { notices: [...notices, { code: 'missing_unknown', detail }], missing: undefined }
  }
  const { isSure = false } = rules
  const missing = await findMissing(business, plan.database, { source, action, isSure, option, signal })
  return { notices, missing }
}

/**
 * Throws an `ImportRefused` if the products of a file are there under another source, and none under its own: then it would
 * make all of them a second time. Only a notice if somebody has said the source: two can have the same ids.
 */
async function requireOwnSource(
  business: Business,
  { file: { dialect }, plan }: { file: SourceFile; plan: ImportPlan },
  rules: ImportRules,
): Promise<Notice[]> {
  const { source: said } = rules
  const found = await findUnderSource(business, plan, said ?? dialect?.source ?? '')
  if (!found) return []
  const { source, count, of } = found
  const place = source === '' ? 'without a source' : `under ${source}:`
  const known = `${count} of ${of} products of this file that were looked up exist ${place}`
  if (said !== undefined)
    return [{ code: 'other_source', detail: `${known}; if these are the same, they are made a second time` }]
  const option = optionOf(rules)
  throw new ImportRefused(
    'other_source',
    `${known}, and would be made a second time; add ${option('source', source || '<name>')}, or ${option('yes')} if these are others`,
  )
}
