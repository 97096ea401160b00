import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ImportParameters } from '../../lib/domain/imports/import-job.ts'
import { exported } from '../operator/operate.ts'
import { makeBusiness, makeKey } from '../support/shop.ts'
import { faultsOf, importOf, runOnce, type Starter, startImport } from './run/bench.ts'

const CASES = join(import.meta.dirname, '../fixtures/cases')
const ENDING = '.expected.json'

type Fields = Readonly<Record<string, unknown>>

/** The right outcome of a file. Each member is optional. */
interface Case {
  /** A file that the business imports before. */
  before?: string
  currency?: string
  params?: ImportParameters
  expect: {
    /** The number of refused products; any number if it is not said. */
    refused?: number
    /** Fields of products and variants, by their SKUs. */
    products?: Record<string, Fields>
    variants?: Record<string, Fields>
    products_by_external?: Record<string, Fields>
    /** A part of a notice. */
    notice?: string
    /** The names of all categories of the products, in order. */
    category_names?: string[]
    /** External ids of products that are not for sale, if they are there at all. */
    absent_active?: string[]
  }
}

const parsed = (name: string): Case => JSON.parse(readFileSync(join(CASES, name), 'utf8'))

async function importCase(starter: Starter, file: string, params: ImportParameters = {}): Promise<string> {
  const id = await startImport(starter, readFileSync(join(CASES, file)), params)
  await runOnce(starter, id)
  return id
}

/** The outcome of a case, as far as it says what must come of it. */
async function outcomeOf(name: string): Promise<object> {
  const { before, currency = 'USD', params, expect: wanted } = parsed(`${name}${ENDING}`)
  const business = await makeBusiness({ currency })
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  if (before !== undefined) await importCase(starter, before, params)
  const id = await importCase(starter, name, params)
  const { progress, notices, status, detail } = await importOf(starter, id)
  if (status === 'failed') throw new Error(detail ?? status)
  const { lines } = await exported(business)
  const said = [...notices, ...(await faultsOf(starter, id)).flatMap(({ reasons }) => reasons)]
  const { notice = '' } = wanted
  const found: Required<Case['expect']> = {
    refused: progress.refused,
    products: byName(lines, 'sku'),
    variants: byName(
      lines.flatMap(({ variants = [], ...line }) => [line, ...variants]),
      'sku',
    ),
    products_by_external: byName(lines, 'external_id'),
    notice: notices.some(({ detail }) => detail.includes(notice)) ? notice : JSON.stringify(said),
    category_names: [...new Set(lines.flatMap(categoriesIn))].sort(),
    absent_active: (wanted.absent_active ?? []).filter(
      (id) => !lines.some(({ external_id, status }) => external_id === id && status === 'active'),
    ),
  }
  return Object.fromEntries(Object.entries(found).filter(([member]) => member in wanted))
}

const byName = (all: readonly Fields[], name: 'sku' | 'external_id'): Record<string, Fields> =>
  Object.fromEntries(all.flatMap((one) => (typeof one[name] === 'string' ? [[one[name], one]] : [])))

const categoriesIn = ({ category, additional_categories: more }: Fields): string[] =>
  [category, ...(Array.isArray(more) ? more.map(({ category }) => category) : [])].map(String)

const NAMES = readdirSync(CASES).flatMap((file) =>
  file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : [],
)

test.for(NAMES)('%s comes out right', async (name) => {
  expect(await outcomeOf(name)).toMatchObject(parsed(`${name}${ENDING}`).expect)
})
