import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import * as v from 'valibot'
import { createBusiness } from '../../lib/data/businesses.ts'
import { newBusiness } from '../../lib/domain/business.ts'
import { useTable } from '../../lib/environment.ts'
import { type Ended, runOperator, workOn } from './import-process.ts'
import { type ProofFile, writeExport } from './import-rows.ts'
import { hold, type Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

/** More memory than this an import must not have, whatever its file, in MB. */
const MOST_MEMORY = 150
/** How often the import of a smaller file is killed before it ends. */
const KILLS = 50
/** Of one business; then the next one begins with nothing. */
const KILLS_PER_BUSINESS = 10
const ROWS_KILLED = 2_000
const ROWS_PER_ROUND = 100_000

/**
 * Imports exports of Shopify with the real program: one that is killed again and again ends as one that is not, and a large
 * one in small memory.
 */
export async function proveImport({ table }: ProvenStack, run: Run): Promise<void> {
  useTable(table)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-prove-import-'))
  try {
    await workOn(folder, table)
    for (let n = 0; n < KILLS; n += KILLS_PER_BUSINESS) await proveKills(folder, run)
    while (run.goesOn()) await proveSize(folder, run, run.left(ROWS_PER_ROUND))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Kills an import at random moments until it has been killed often enough, and lets it end. */
export async function proveKills(
  folder: string,
  run: Pick<Run, 'below' | 'count'>,
  { kills = KILLS_PER_BUSINESS, rows = ROWS_KILLED }: { kills?: number; rows?: number } = {},
): Promise<void> {
  const path = join(folder, 'killed.csv')
  const file = await makeExport(path, rows, 100)
  const [whole, killed] = [await makeShop(), await makeShop()]
  const importInto = (business: { id: string }, killAfterMs?: number) =>
    runOperator(folder, ['import', path, '--business', business.id, '--json'], killAfterMs)
  const alone = await importInto(whole)
  judge(alone, file, { created: file.products - file.wrong.length })
  for (let left = kills; left > 0; ) {
    // In so much time a part of it is done; the rest is for the next ones.
    const { code } = await importInto(killed, run.below(Math.round((alone.seconds * 2_000) / kills) + 400))
    if (code === null) left--
    run.count(code === null ? 'kills' : 'ends before a kill')
  }
  judge(await importInto(killed), file, {})
  judge(await importInto(killed), file, { unchanged: file.products - file.wrong.length })
  const [lines, others] = [await exportOf(folder, whole.id), await exportOf(folder, killed.id)]
  hold(lines === others, () => 'after kills the business has other products than without')
  run.count('products equal after kills', file.products - file.wrong.length)
}

async function proveSize(folder: string, run: Run, rows: number): Promise<void> {
  const path = join(folder, 'large.csv')
  const file = await makeExport(path, rows)
  const { id } = await makeShop()
  const good = file.products - file.wrong.length
  for (const outcome of ['created', 'unchanged']) {
    const ended = await runOperator(folder, ['import', path, '--business', id, '--json'])
    judge(ended, file, { [outcome]: good })
    run.say(
      `${file.rows.toLocaleString('en')} rows, ${good.toLocaleString('en')} products ${outcome}: ${ended.seconds.toFixed(0)} s, ${Math.round(file.rows / ended.seconds)} rows a second, ${ended.memory} MB`,
    )
    hold(ended.memory > 0 && ended.memory <= MOST_MEMORY, () => `the import had ${ended.memory} MB`)
  }
  run.advance(file.rows)
}

/** Makes a business of no products, whose currency is the US dollar. */
export const makeShop = () =>
  createBusiness(
    v.parse(newBusiness, { slug: `shop-${randomUUID().slice(0, 13)}`, name: 'A shop', currency: 'USD' }),
  )

async function makeExport(path: string, rows: number, wrongEvery?: number): Promise<ProofFile> {
  const output = createWriteStream(path)
  const writer = Writable.toWeb(output).getWriter()
  const file = await writeExport(rows, {
    ...(wrongEvery !== undefined && { wrongEvery }),
    write: (text) => writer.write(text),
  })
  await writer.close()
  return file
}

/** An import ends with 3 for the products that break a rule, all of which it counts, and with these counts. */
function judge({ code, stdout, stderr }: Ended, file: ProofFile, expected: Record<string, number>): void {
  hold(code === 3, () => `an import ended with ${code}: ${stderr.slice(-2_000)}`)
  const report: Record<string, unknown> = JSON.parse(stdout)
  const refused = Array.isArray(report.refused) ? report.refused.length : undefined
  hold(
    refused === file.wrong.length && report.left === 0 && report.rows === file.rows,
    () => `${refused} refused of ${file.wrong.length}, in ${stdout.slice(0, 500)}`,
  )
  const lines = stderr.matchAll(/^(?:in (\d+) products, the first in )?row \d+ /gm)
  const counted = lines.reduce((sum, [, count = '1']) => sum + Number(count), 0)
  hold(counted === refused, () => `${counted} refused on the terminal, ${refused} in the report`)
  for (const [name, count] of Object.entries(expected))
    hold(report[name] === count, () => `${name}: ${report[name]}, not ${count}`)
}

async function exportOf(folder: string, businessId: string): Promise<string> {
  const output = join(folder, `${businessId}.jsonl`)
  const { code, stderr } = await runOperator(folder, ['export', '--business', businessId, '--output', output])
  hold(code === 0, () => `an export ended with ${code}: ${stderr}`)
  return readFile(output, 'utf8')
}
