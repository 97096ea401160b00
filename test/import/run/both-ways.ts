import { readFile } from 'node:fs/promises'
import type { ImportParameters } from '../../../lib/domain/imports/import-job.ts'
import { exported, operate } from '../../operator/operate.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { importOf, runOnce, startImport } from './bench.ts'

/** The products of a business after an import, and what came of the rows. */
interface Imported {
  /** The lines of an export, without ids and times. */
  lines: readonly Record<string, unknown>[]
  created: number
  refused: number
  left_out: number
  lost: readonly string[]
}

/** Imports a file into one business by the command, twice, and into another over the API. */
export async function bothWays(
  path: string,
  { options = [], parameters = {} }: { options?: string[]; parameters?: ImportParameters } = {},
): Promise<{ byCommand: Imported; overApi: Imported; again: { created: number; updated: number } }> {
  const one = await makeBusiness()
  const reportOf = async () => {
    const { stdout, notes } = await operate('import', path, '--business', one.id, '--json', ...options)
    if (stdout === '') throw new Error(notes.join('\n'))
    return JSON.parse(stdout)
  }
  const report = await reportOf()
  const { created, updated } = await reportOf()
  const other = await makeBusiness()
  const starter = { business: other, apiKeyId: (await makeKey(other)).apiKey.id }
  const id = await startImport(starter, await readFile(path), parameters)
  await runOnce(starter, id)
  const { progress, lost } = await importOf(starter, id)
  const nameOf = ({ loss, count, first }: { loss: string; count: number; first: string }) =>
    `${count} ${loss}: ${first}`
  return {
    again: { created, updated },
    byCommand: {
      lines: await linesOf(one),
      created: report.created,
      refused: report.refused.length,
      left_out: report.left_out,
      lost: report.lost.map(nameOf),
    },
    overApi: {
      lines: await linesOf(other),
      created: progress.created,
      refused: progress.refused,
      left_out: progress.left_out,
      lost: lost.map(nameOf),
    },
  }
}

async function linesOf(business: Parameters<typeof exported>[0]) {
  const { lines } = await exported(business)
  return lines.map(({ id: _, created_at: __, updated_at: ___, ...line }) => ({
    ...line,
    ...(line.variants && { variants: line.variants.map(({ id: ____, ...variant }) => variant) }),
  }))
}
