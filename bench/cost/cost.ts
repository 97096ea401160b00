/**
 * Writes docs/cost.md from bench/results.json and the prices, and prints it. With --check it writes nothing, and exits
 * with 1 if the page is not what they come to. --figures <file> takes them from elsewhere.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Results } from '../report/figures.ts'
import type { Measured } from './calls.ts'
import { costPage } from './page.ts'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/cost.md')

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    figures: { type: 'string', default: join(root, 'bench/results.json') },
  },
})
const text = costPage(readMeasured(values.figures))
if (!values.check) {
  writeFileSync(page, text)
  console.log(text)
} else if (!existsSync(page) || readFileSync(page, 'utf8') !== text)
  fail('docs/cost.md is not what bench/results.json and bench/cost/prices.ts come to: npm run cost')

/** The parts that the costs are made from; ends the process if one was not measured yet. */
function readMeasured(path: string): Measured {
  const { parts }: Results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { parts: {} }
  const { units, warm, cold, search, pictures } = parts
  if (!units) return fail(missing('units'))
  if (!warm) return fail(missing('warm'))
  if (!cold) return fail(missing('cold'))
  if (!search) return fail(missing('search'))
  if (!pictures) return fail(missing('pictures'))
  return { units, warm, cold, search, pictures }
}

function missing(part: string): string {
  return `bench/results.json has no part "${part}": npm run bench -- ${part}`
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
