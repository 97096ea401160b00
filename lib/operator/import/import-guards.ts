/** The checks of an import before anything is written. Each throws a `Failure`. */

import { resolve } from 'node:path'
import { Failure } from '../../command-line/failure.ts'
import type { Business } from '../../domain/business.ts'
import type { ImportPlan } from '../../import/import-plan.ts'
import type { SourceFile } from '../../import/read/source-file.ts'
import { findMissing, type Missing } from '../../import/write/missing-products.ts'
import { findUnderSource } from '../../import/write/other-sources.ts'
import { requireWritable } from '../export/output.ts'
import type { ImportCommandOptions } from './import-options.ts'

/** Throws a `Failure` for an output that cannot be written, or that is the file itself or another output. */
export async function requireOutputs(
  path: string,
  { report, redirects }: ImportCommandOptions,
): Promise<void> {
  const taken = new Set([resolve(path)])
  for (const [option, output] of Object.entries({ '--report': report, '--redirects': redirects })) {
    if (output === undefined) continue
    if (taken.has(resolve(output)))
      throw new Failure(`${option} ${output}: this file has another use already`)
    taken.add(resolve(output))
    await requireWritable(output)
  }
}

/** Throws a `Failure` for options that mean nothing for a file of stock alone. */
export function refuseForStockAlone({ stock, onMissing }: ImportCommandOptions): void {
  const option = stock === 'ignore' ? '--stock ignore' : onMissing !== 'keep' && `--on-missing ${onMissing}`
  if (option)
    throw new Failure(
      `this file has the stock of products, and nothing else: it cannot be read with ${option}`,
    )
}

/**
 * Looks whether the products of a file are there under another source, and none under its own: then it would make all of
 * them a second time. Throws a `Failure`, or only warns if somebody has said the source: two can have the same ids.
 */
export async function requireOwnSource(
  business: Business,
  plan: ImportPlan,
  { said, own }: { said: string | undefined; own: string },
): Promise<void> {
  const found = await findUnderSource(business, plan, own)
  if (!found) return
  const { source, count, of } = found
  const where = source === '' ? 'without a source' : `under ${source}:`
  const what = `${count} of ${of} products of this file that were looked up exist ${where}`
  if (said !== undefined)
    console.error(`warning: ${what}; if these are the same, they are made a second time`)
  else
    throw new Failure(
      `${what}, and would be made a second time; add --source ${source || '<name>'}, or --yes if these are others`,
    )
}

/**
 * The products of the source that the file does not have, if they are to change; undefined if that cannot be known. Throws a
 * `Failure` without a source, and for more than a third of its products.
 */
export async function missingOf(
  business: Business,
  { database, hasUnknown }: ImportPlan,
  { dialect }: SourceFile,
  { onMissing: action, source = dialect?.source, yes = false }: ImportCommandOptions,
): Promise<Missing | undefined> {
  if (action === 'keep') return undefined
  if (source === undefined)
    throw new Failure(
      '--on-missing needs --source: it looks at the products whose external_id begins with that name',
    )
  if (hasUnknown) {
    console.error(
      `note: --on-missing changes nothing: some rows cannot be read or have no external_id, so it is not known which products of ${source} are missing`,
    )
    return undefined
  }
  return findMissing(business, database, { source, action, isSure: yes })
}
