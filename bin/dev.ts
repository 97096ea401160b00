/**
 * `npm run dev`: the whole stack on this machine, with a demo shop.
 *
 * PORT chooses the port (3000). STOREFRONT_DATA=<folder> keeps the data between runs. `--verbose` prints what the
 * functions log.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { synthesize } from '../lib/local/assembly.ts'
import { type DevFile, readDevFile, removeDevFile, writeDevFile } from '../lib/local/dev-file.ts'
import { localPages } from '../lib/local/pages.ts'
import { type RunningStack, startStack } from '../lib/local/stack.ts'
import { tryOut } from '../lib/local/welcome.ts'
import { seedDemoShop } from '../lib/operator/demo.ts'

const workFolder = fileURLToPath(new URL('../.storefront/', import.meta.url))
const devFile = join(workFolder, 'dev.json')
const dataDir = process.env.STOREFRONT_DATA || undefined
const verbose = process.argv.includes('--verbose')

let stopping = false
let running: RunningStack | undefined
// npm passes a Ctrl-C on that the terminal has already sent, so the second signal means nothing.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping || void stop(0))
// npm passes a SIGTERM to its shell only, which ends without a word to us.
if (process.env.npm_lifecycle_event) onOrphaned(() => stopping || void stop(0))

try {
  await start(readPort(process.env.PORT || '3000'))
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error && !verbose ? error.message : error)
    await stop(1)
  }
}

async function start(port: number): Promise<void> {
  const began = performance.now()
  // A folder for each port: only one run can have the port, so none rewrites what another is running.
  const assemblyDir = join(workFolder, 'assembly', String(port))
  running = await startStack({
    assemblyDir,
    prepareAssembly: () => synthesize(assemblyDir),
    port,
    dataDir,
    pages: localPages(),
    log: ({ functionName, line }) => verbose && console.log(`${functionName}  ${line}`),
  })
  const shop = await describeShop(running)
  const commands = await tryOut(shop)
  await writeDevFile(devFile, shop)
  console.log(
    [
      `\nStorefront is ready in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
      ...commands,
      '',
      dataDir ? `Data is kept in ${dataDir}.` : 'Data is in memory; STOREFRONT_DATA=<folder> keeps it.',
      `Addresses and keys are in ${devFile}.`,
      'Stop with Ctrl-C.\n',
    ].join('\n'),
  )
}

/** Seeds the demo shop, or finds it in a kept table: the table has no key in plain, so its text is kept beside it. */
async function describeShop({ baseUrl, table }: RunningStack): Promise<DevFile> {
  const { id, slug, apiKey } = await seedDemoShop(table)
  const keptFile = dataDir && join(dataDir, 'dev.json')
  const kept = keptFile ? await readDevFile(keptFile) : undefined
  const keptKey = kept?.business.id === id ? kept?.api_key : null
  const shop = { base_url: baseUrl, business: { id, slug }, api_key: apiKey ?? keptKey ?? null, table }
  if (keptFile) await writeDevFile(keptFile, shop)
  return shop
}

async function stop(code: number): Promise<never> {
  stopping = true
  if (running) await Promise.all([running.stop(), removeDevFile(devFile, running.baseUrl)])
  // What had begun to start ends with this process: the children watch it.
  process.exit(code)
}

function onOrphaned(act: () => void): void {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || act(), 250).unref()
}

function readPort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`PORT must be a whole number up to 65535, not "${text}".`)
}
