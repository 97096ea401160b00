import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Parts, Results } from './figures.ts'
import { outdated, renderReport } from './report.ts'

const jsonFile = join(import.meta.dirname, '../results.json')
const reportFile = join(import.meta.dirname, '../results.md')

/** The results of all parts; none before the first run. */
export async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(jsonFile, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { parts: {} }
    throw error
  }
}

/** Puts what was measured in the place of what was known of those parts; the others stay as they are. */
export async function keepResults(measured: Partial<Parts>): Promise<void> {
  const { parts } = await readResults()
  // Those are among what is being measured, only later.
  for (const name of outdated(parts)) delete parts[name]
  const results: Results = { parts: { ...parts, ...measured } }
  await writeFile(jsonFile, `${JSON.stringify(results, null, 2)}\n`)
  await writeReport()
}

/** Renders `bench/results.md` of what is known. */
export async function writeReport(): Promise<void> {
  await writeFile(reportFile, renderReport(await readResults()))
}
