/**
 * `npm run dev`: the whole stack on this machine, with a demo shop.
 *
 * PORT chooses the port (3000). STOREFRONT_DATA=<folder> keeps the data between runs. STOREFRONT_DATABASE chooses the
 * engine of the table: `dynoxide`, `dynamodb-local`, or the path of a Dynoxide binary. `--verbose` prints what the
 * functions log.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type DevFile,
  devFileIn,
  portOf,
  publishRun,
  readDevFile,
  withdrawRun,
  writeDevFile,
} from '../lib/local/dev/dev-file.ts'
import { localPages } from '../lib/local/dev/pages.ts'
import { createStatusLine } from '../lib/local/dev/status-line.ts'
import { aboutTable, tryOut } from '../lib/local/dev/welcome.ts'
import { LOCAL } from '../lib/local/local-settings.ts'
import { type RunningStack, startStack } from '../lib/local/stack.ts'
import { keepSynthesized } from '../lib/local/template/assembly.ts'
import { completeDemoKey, seedDemoShop } from '../lib/operator/demo.ts'
import { uploadDemoPictures } from '../lib/operator/upload-demo-pictures.ts'

// Tables, messages, pictures and keys: the folders that this run and its engine make are 0700, their files 0600.
process.umask(0o077)

const workFolder = fileURLToPath(new URL('../.storefront/', import.meta.url))
const keptDir = process.env.STOREFRONT_DATA || undefined
const verbose = process.argv.includes('--verbose')
const say = createStatusLine(process.stdout)

let stopping = false
let running: RunningStack | undefined
let shop: DevFile | undefined
let published: Promise<void> | undefined
// npm passes a Ctrl-C on that the terminal has already sent, so the second signal means nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping || void stop(0))
// A terminal that is gone takes no more lines: nobody is left who could stop this run.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stopping || void stop(1))
// npm passes a SIGTERM to its shell only, which ends without a word to us.
if (process.env.npm_lifecycle_event) onOrphaned(() => stopping || void stop(0))

try {
  refuseOthers(process.argv.slice(2))
  await start(readPort(process.env.PORT || '3000'))
} catch (error) {
  await fail(error)
}

async function start(port: number): Promise<void> {
  const began = performance.now()
  say('Storefront is starting: bundling the functions …')
  // A folder for each port: only one run can have the port, so none rewrites what another is running.
  const assemblyDir = join(workFolder, 'assembly', String(port))
  running = await startStack({
    assemblyDir,
    prepareAssembly: () => keepSynthesized(assemblyDir, LOCAL),
    fill: async (stack) => {
      say('Storefront is starting: filling the demo shop …')
      shop = await describeShop(stack)
    },
    port,
    // On disk without STOREFRONT_DATA too: an engine that has ended starts again on the same data.
    dataDir: keptDir ?? makeScratchDir(),
    pages: localPages(() => shop),
    log: ({ functionName, line }) => verbose && console.log(`${functionName}  ${line}`),
  })
  void running.lost.then(fail)
  say('Storefront is starting: reading the first products …')
  if (!shop) return
  await welcome(running, shop, began)
  await addPictures(shop)
}

/** Pictures come when everything else is there: drawing them takes longer than the start. */
async function addPictures({ base_url, api_key }: DevFile): Promise<void> {
  if (api_key === null) return
  try {
    await uploadDemoPictures({ base_url, api_key })
  } catch (error) {
    if (!stopping) console.error(`The demo shop has not all of its pictures: ${error}`)
  }
}

async function welcome(stack: RunningStack, demo: DevFile, began: number): Promise<void> {
  const commands = await tryOut(demo)
  if (stopping) return
  published = publishRun(workFolder, demo)
  await published
  say()
  console.log(
    [
      `\nStorefront is ready in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
      ...commands,
      '',
      aboutTable(stack, keptDir),
      `Addresses and keys are in ${devFileIn(workFolder, portOf(demo))}.`,
      'Stop with Ctrl-C.\n',
    ].join('\n'),
  )
}

/** Seeds the demo shop, or finds it in a kept table: the table has no key in plain, so its text is kept beside it. */
async function describeShop({
  baseUrl,
  table,
  bucket,
}: Pick<RunningStack, 'baseUrl' | 'table' | 'bucket'>): Promise<DevFile> {
  const keptFile = keptDir && devFileIn(keptDir)
  // It is there once the shop was complete, so it also says that: what the owner has deleted since stays deleted.
  const kept = keptFile ? await readDevFile(keptFile) : undefined
  const { id, slug, apiKey, refused } = await seedDemoShop(table, kept?.business.id)
  if (refused.length > 0) say()
  for (const part of refused) console.error(`The demo shop does not have ${part}`)
  const keptKey = kept?.business.id === id ? kept?.api_key : null
  if (keptKey) await completeDemoKey(id, keptKey)
  const api_key = apiKey ?? keptKey ?? null
  const { pid } = process
  const content = {
    base_url: baseUrl,
    business: { id, slug },
    api_key,
    table,
    ...(bucket && { bucket }),
    pid,
  }
  if (keptFile) await writeDevFile(keptFile, content)
  return content
}

function makeScratchDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'storefront-data-'))
  // At the very end, when nothing here can make it again. Its engine can still be writing into it.
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

async function fail(error: unknown): Promise<void> {
  if (stopping) return
  say()
  console.error(error instanceof Error && !verbose ? error.message : error)
  await stop(1)
}

async function stop(code: number): Promise<never> {
  stopping = true
  say()
  const [, withdrawn] = await Promise.allSettled([running?.stop(), withdraw()])
  if (withdrawn.status === 'rejected')
    console.error(`This run is still named in ${workFolder}: ${withdrawn.reason}`)
  // Children that had begun to start end with this process, which they watch.
  process.exit(withdrawn.status === 'rejected' ? 1 : code)
}

/** Behind what is being published: that would come back. */
async function withdraw(): Promise<void> {
  await published?.catch(() => {})
  if (shop) await withdrawRun(workFolder, shop)
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

/** Throws on an argument that nothing here reads, such as a port: else the stack would run elsewhere without a word. */
function refuseOthers(args: readonly string[]): void {
  const other = args.find((word) => word !== '--verbose')
  if (other === undefined) return
  throw new Error(
    `"${other}" is not an option: PORT=4000 npm run dev chooses the port, and -- --verbose prints what the functions log.`,
  )
}
