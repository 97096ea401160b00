import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { issueApiKey } from '../../lib/data/api-keys/api-key-issue.ts'
import type { Business } from '../../lib/domain/business.ts'
import { catalogueLine } from '../../lib/import/catalogue-files/line.ts'
import { begin } from '../progress.ts'
import type { ImportsPart, Neighbour } from '../report/figures.ts'
import { ask, type WarmTrial, withCallers } from './callers.ts'
import { makeCatalogue } from './catalogue.ts'
import { inProcess } from './in-process.ts'
import { thisMachine, today } from './machine.ts'
import { everOtherList, getBySlug, type Question } from './questions.ts'
import { seed } from './seed.ts'
import { spread } from './statistics.ts'
import { adminQuestion, makeTracked, saleOf } from './stock-rate.ts'
import { makeVaried } from './varied.ts'
import type { Workspace } from './workspace.ts'

/** A message to bench/measure/child/importer.ts, and its response. */
export interface ImportOrder {
  business: Business
  apiKeyId: string
  /** In base64. */
  file: string
  isPaced: boolean
}
export interface ImportCost {
  created: number
  runs: number
  cpu_us: number
  /** The largest resident set of the process until now. */
  peak_bytes: number
}

const LARGE = { id: '4a7d2f52-0b7e-4b0e-8a35-000000000001', slug: 'imported' }
const NEIGHBOUR = { id: '4a7d2f52-0b7e-4b0e-8a35-000000000002', slug: 'imported-during' }

/** Of an import during which requests are measured: one follows the other. */
const PRODUCTS_DURING = 200
/** Of all of these imports. */
const MORE_THAN_NEEDED = 1_000_000
/** Reads are so short that more of them make one figure. */
const READS = 500
const WRITES = 100

const program = fileURLToPath(new URL('./child/importer.ts', import.meta.url))

/** The cost of an import of this many products, and of the requests of another business during imports. */
export const measureImports = (
  workspace: Workspace,
  { products, repetitions }: { products: number; repetitions: number },
): Promise<ImportsPart> =>
  inProcess(workspace, async () => ({
    measured_on: today(),
    machine: thisMachine(),
    large: await largeImport(workspace, products),
    during: await duringImports(workspace, repetitions),
  }))

async function largeImport(workspace: Workspace, products: number): Promise<ImportsPart['large']> {
  const advance = begin('a large import', 1)
  const { meter } = workspace
  const file = gzipSync([...linesOf(LARGE, products)].join('\n'))
  return withImporter(workspace, LARGE, meter.endpoint, async (run) => {
    meter.take()
    const { runs, cpu_us, peak_bytes } = await run(file, products, { isPaced: false })
    const { reported_read_units, reported_write_units } = meter.take()
    advance()
    return {
      products,
      file_bytes: file.length,
      runs,
      cpu_ms: cpu_us / 1000,
      peak_mib: peak_bytes / 2 ** 20,
      read_units: reported_read_units,
      write_units: reported_write_units,
    }
  })
}

async function duringImports(workspace: Workspace, repetitions: number): Promise<ImportsPart['during']> {
  const onRound = begin('requests during imports', repetitions)
  const { meter } = workspace
  const trials = await requests()
  const measured = trials.map((trial) => ({ trial, blocks: { alone: [], during: [] } as Sides }))
  const lines = linesOf(NEIGHBOUR, MORE_THAN_NEEDED)
  await withImporter(workspace, NEIGHBOUR, workspace.endpoint, (run) =>
    withCallers(workspace, trials, meter.endpoint, async (call) => {
      const measure = async (side: keyof Sides) => {
        for (const { trial, blocks } of measured) {
          meter.take()
          const { cpu_us, failed } = await call(trial)
          const { reported_read_units, reported_write_units } = meter.take()
          blocks[side].push({
            cpu_us,
            failed,
            units: (reported_read_units + reported_write_units) / trial.calls,
          })
        }
      }
      for (let round = 0; round < repetitions; round++) {
        await measure('alone')
        let isNeeded = true
        const importing = async () => {
          while (isNeeded) {
            const some = Array.from({ length: PRODUCTS_DURING }, () => lines.next().value)
            await run(Buffer.from(some.join('\n')), PRODUCTS_DURING, { isPaced: true })
          }
        }
        const stop = () => {
          isNeeded = false
        }
        await Promise.all([importing(), measure('during').finally(stop)])
        onRound()
      }
    }),
  )
  return {
    repetitions,
    products: PRODUCTS_DURING,
    reads: READS,
    writes: WRITES,
    neighbours: measured.map(neighbourOf),
  }
}

const neighbourOf = ({
  trial,
  blocks: { alone, during },
}: {
  trial: WarmTrial
  blocks: Sides
}): Neighbour => ({
  name: trial.name,
  alone: costOf(alone),
  during: costOf(during),
  failed: [...alone, ...during].reduce((sum, { failed }) => sum + failed, 0),
})

interface Block {
  cpu_us: number
  units: number
  failed: number
}
interface Sides {
  alone: Block[]
  during: Block[]
}

const costOf = (blocks: readonly Block[]) => ({
  cpu_us: spread(blocks.map(({ cpu_us }) => cpu_us)),
  units: spread(blocks.map(({ units }) => units)).median,
})

/** The requests of the other business: two reads and two writes, of products that nobody else changes. */
async function requests(): Promise<WarmTrial[]> {
  const [sold = '', changed = ''] = await makeTracked(2)
  const patch = (price: number) =>
    adminQuestion(
      {
        bundle: 'admin/products/update',
        method: 'PATCH',
        route: '/admin/products/{id}',
        path: { id: changed },
      },
      { price },
    )
  const patches: Question = { ...patch(1_000), events: [1_100, 1_200].map((price) => patch(price).event) }
  const trial = (name: string, question: Question, calls: number) => ({
    name,
    question,
    calls,
    warmUp: 1_000,
  })
  return [
    trial('product by slug', getBySlug('gzip'), READS),
    trial('list', everOtherList('gzip'), READS),
    trial('sale of a piece', saleOf(sold), WRITES),
    trial('change of a price', patches, WRITES),
  ]
}

/** The lines of a catalogue with stock, of which six of ten products have six variants. */
function* linesOf({ id, slug }: typeof LARGE, size: number): Generator<string> {
  const { products, variantsOf, categories } = makeVaried(id, slug, size, (place) => place % 10 < 6)
  const names = new Map(categories.map((category) => [category.id, category.name]))
  const level = { quantity: 10, allow_backorder: false, low_stock_at: null, sku: null }
  for (const product of products) {
    const { options, variants } = variantsOf?.(product) ?? { options: [], variants: [] }
    const tracked = variants.map((variant) => ({ ...variant, track_inventory: true }))
    const line = catalogueLine({
      product: { ...product, track_inventory: true },
      set: { options, variants: tracked },
      stock: new Map([product, ...tracked].map((one) => [one.id, level])),
      category: names.get(product.category_id) ?? '',
      additional: [],
    })
    // The business has no categories: those of these names are created.
    yield JSON.stringify({ ...line, category_id: undefined })
  }
}

/** Makes an empty business, and a process that carries out its imports while `work` lasts. */
async function withImporter<T>(
  workspace: Workspace,
  { id, slug }: typeof LARGE,
  endpoint: string,
  work: (
    run: (file: Buffer, products: number, how: { isPaced: boolean }) => Promise<ImportCost>,
  ) => Promise<T>,
): Promise<T> {
  const { business } = makeCatalogue(id, slug, 0)
  await seed(workspace, { business, categories: [], products: [] }, { baseline: false })
  const scopes = ['products:write', 'categories:write', 'inventory:write'] as const
  const { apiKey } = await issueApiKey(id, { name: 'ERP', scopes: [...scopes] })
  const env = workspace.environment(endpoint)
  const child = fork(program, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    return await work(async (file, products, { isPaced }) => {
      const order = { business, apiKeyId: apiKey.id, file: file.toString('base64'), isPaced }
      const cost = await ask<ImportCost>(child, order satisfies ImportOrder)
      if (cost.created === products) return cost
      throw new Error(`an import created ${cost.created} of ${products} products`)
    })
  } finally {
    child.disconnect()
  }
}
