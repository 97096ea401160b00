import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { devFileIn, readDevFile, withdrawRun } from '../../../lib/local/dev/dev-file.ts'
import { freePort } from '../../../lib/local/free-port.ts'
import { processesOf } from '../dynamodb/processes.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

/** The program on a port, and the lines it has written until now. */
function startDev(port: number, env: { STOREFRONT_DATA?: string; TMPDIR?: string }, ...args: string[]) {
  const child = spawn(process.execPath, [inProject('bin/dev.ts'), ...args], {
    env: { ...process.env, PORT: String(port), ...env },
  })
  resources.defer(() => void child.kill('SIGKILL'))
  const [lines, complaints]: string[][] = [[], []]
  createInterface(child.stdout).on('line', (line) => lines?.push(line))
  createInterface(child.stderr).on('line', (line) => complaints?.push(line))
  const exited = once(child, 'exit')
  return { child, lines: lines ?? [], complaints: complaints ?? [], exited }
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-dev-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The folders of data that nobody keeps, of runs that have this one for temporary files. */
const scratchFolders = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('storefront-data-'))

/** The status and title of `/`; undefined as long as nothing listens. */
const rootOf = (port: number) =>
  fetch(`http://localhost:${port}/`).then(
    async (answer) => `${answer.status} ${/<title>(.*)<\/title>/.exec(await answer.text())?.[1]}`,
    () => undefined,
  )

/** The files and folders that others than their owner can use: the folder itself, and all that is in it. */
async function openToOthers(folder: string): Promise<string[]> {
  const inside = await readdir(folder, { recursive: true })
  const all = ['.', ...inside].map(async (name) =>
    (await stat(join(folder, name))).mode & 0o077 ? [name] : [],
  )
  return (await Promise.all(all)).flat()
}

test('says that it is starting, then where everything is; ends with 1 when its engine does not stay', async () => {
  const port = await freePort()
  const parent = await emptyFolder()
  const dataDir = join(parent, 'data')
  const { lines, complaints, exited } = startDev(port, { STOREFRONT_DATA: dataDir })
  await expect.poll(() => rootOf(port), { timeout: 30_000, interval: 10 }).toBe('503 Storefront is starting')
  expect(lines.filter(Boolean)).toEqual(['Storefront is starting: bundling the functions …'])
  await expect.poll(() => lines.includes('Stop with Ctrl-C.')).toBe(true)
  expect(await rootOf(port)).toMatch(/^200 /)
  const file = devFileIn(inProject('.storefront'), port)
  expect(lines).toContain(`Addresses and keys are in ${file}.`)
  expect(await openToOthers(dataDir)).toEqual([])
  expect(await readdir(dataDir)).toContain('dynoxide.db')

  const { endpoint } = (await readDevFile(file))?.table ?? { endpoint: '' }
  expect(lines.find((line) => line.startsWith('The table is in '))).toContain(new URL(endpoint).port)

  for (const times of [1, 2]) {
    for (const pid of processesOf(endpoint).engine) process.kill(pid, 'SIGKILL')
    const again = () => complaints.filter((line) => line.endsWith('is running again.')).length
    await expect.poll(again).toBe(times)
  }
  // On the same data.
  expect((await fetch(`http://localhost:${port}/api/v1/products?business=demo`)).status).toBe(200)
  for (const pid of processesOf(endpoint).engine) process.kill(pid, 'SIGKILL')
  expect(await exited).toEqual([1, null])
  expect(complaints.at(-1)).toMatch(/has ended 3 times within a minute\.$/)
  expect(existsSync(file)).toBe(false)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a run that is ended by %s leaves no data behind, even while it starts',
  async (signal) => {
    const TMPDIR = await emptyFolder()
    const { child, exited } = startDev(await freePort(), { TMPDIR })
    await expect.poll(() => scratchFolders(TMPDIR)).toHaveLength(1)
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    expect(await scratchFolders(TMPDIR)).toEqual([])
  },
)

test('a run whose file cannot be taken away says so, and stops all the same', async () => {
  const TMPDIR = await emptyFolder()
  const port = await freePort()
  const { child, lines, complaints, exited } = startDev(port, { TMPDIR })
  await expect.poll(() => lines.includes('Stop with Ctrl-C.')).toBe(true)
  const folder = inProject('.storefront')
  const file = devFileIn(folder, port)
  const run = await readDevFile(file)
  await rm(file)
  await mkdir(file)
  resources.defer(async () => {
    await rm(file, { recursive: true })
    if (run) await withdrawRun(folder, run)
  })
  child.kill('SIGINT')
  expect(await exited).toEqual([1, null])
  expect(complaints.at(-1)).toMatch(/^This run is still named in .*dev-\d+\.json/)
  expect(await scratchFolders(TMPDIR)).toEqual([])
})

test('a run whose terminal is gone ends, and leaves no data behind', async () => {
  const TMPDIR = await emptyFolder()
  const { child, complaints, exited } = startDev(await freePort(), { TMPDIR })
  child.stdout.destroy()
  expect(await exited).toEqual([1, null])
  expect(complaints).toEqual([])
  expect(await scratchFolders(TMPDIR)).toEqual([])
})

test('an argument that it does not know ends it with one line: its stack would be at another port', async () => {
  const { complaints, lines, exited } = startDev(await freePort(), {}, '--port', '4000')
  expect(await exited).toEqual([1, null])
  expect(complaints).toEqual([
    '"--port" is not an option: PORT=4000 npm run dev chooses the port, and -- --verbose prints what the functions log.',
  ])
  expect(lines).toEqual([])
})
