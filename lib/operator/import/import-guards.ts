import { resolve } from 'node:path'
import { Failure } from '../../command-line/failure.ts'
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
