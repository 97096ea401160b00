import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions } from '../../lib/infra/bundle.ts'
import { chooseEngine } from '../../lib/local/dynamodb/choose-engine.ts'
import { type DynamoDb, startDynamoDb } from '../../lib/local/dynamodb/server.ts'
import { ensureTable } from '../../lib/local/dynamodb/table.ts'
import { readFunctions } from '../../lib/local/lambda/function-definition.ts'
import { UNTHROTTLED } from '../../lib/local/local-settings.ts'
import { readAssembly, synthesize } from '../../lib/local/template/assembly.ts'
import { createResolver } from '../../lib/local/template/intrinsics.ts'
import { readTable, type TableDefinition } from '../../lib/local/template/table-definition.ts'
import { BASELINE_TABLE } from './baseline/table.ts'
import { startTableMeter, type TableMeter } from './table-meter.ts'

/** The workspace of every measurement: the bundles that would be deployed, the baselines', and both tables. */
export interface Workspace {
  /** A DynamoDB engine with the template's table and the baseline's, both empty. */
  endpoint: string
  tableName: string
  /** A metered way to the same, one for the whole run: a bundle that was loaded keeps its address. */
  meter: TableMeter
  /** The file of a function (`products/list`) or of a baseline (`baseline/list`). */
  bundle(name: string): string
  /** The environment of a function in Lambda, with the table at this address. */
  environment(endpoint: string): Record<string, string>
}

/** Times are measured on `dynamodb-local`, as the figures on record were; counts on `dynoxide`. */
export type BenchEngine = 'dynamodb-local' | 'dynoxide'

/** Synthesizes the stack, bundles the baselines alike and starts the engine, for as long as `work` takes. */
export async function withWorkspace<T>(
  engine: BenchEngine,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = await startDynamoDb(await chooseEngine(undefined, engine))
  try {
    const meter = await startTableMeter(database.endpoint)
    try {
      return await work(await prepare(folder, database, meter))
    } finally {
      await meter.close()
    }
  } finally {
    await database.stop()
  }
}

async function prepare(folder: string, { endpoint }: DynamoDb, meter: TableMeter): Promise<Workspace> {
  const assemblyDir = join(folder, 'assembly')
  // Reads are measured without the memory of lists; a measurement of the memory switches it on.
  await synthesize(assemblyDir, { ...UNTHROTTLED, listMemorySeconds: 0 })
  bundleFunctions(join(import.meta.dirname, 'baseline'), join(folder, 'baseline'))
  const assembly = await readAssembly(assemblyDir)
  const { stackName, template } = assembly
  const resolve = createResolver(template, {
    stackName,
    apiEndpoint: 'http://localhost',
    queueEndpoint: 'http://localhost',
  })
  const table = readTable(template, resolve)
  for (const definition of [table, baselineTable]) await ensureTable(endpoint, definition)
  const [first] = readFunctions(assembly, resolve, {})
  return {
    endpoint,
    tableName: table.create.TableName,
    meter,
    bundle: (name) =>
      name.startsWith('baseline/')
        ? join(folder, name, 'index.cjs')
        : join(assemblyDir, 'functions', name, 'index.cjs'),
    environment: (at) => ({
      ...first?.environment,
      AWS_ENDPOINT_URL_DYNAMODB: at,
      BASELINE_TABLE: BASELINE_TABLE.TableName,
      // A home without AWS settings of the developer's own.
      HOME: folder,
    }),
  }
}

const baselineTable: TableDefinition = { create: BASELINE_TABLE, timeToLiveAttribute: undefined }
