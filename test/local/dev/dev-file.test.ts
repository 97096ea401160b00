import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, symlink, utimes } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import {
  type DevFile,
  devFileIn,
  publishRun,
  readDevFile,
  withdrawRun,
} from '../../../lib/local/dev/dev-file.ts'
import { temporaryFolder } from '../fixture.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

/** The file of a run on a port. Its process is this one, or its parent: both are running. */
const run = (port: number, pid = process.pid): DevFile => ({
  base_url: `http://localhost:${port}/api/v1`,
  business: { id: 'b', slug: 'demo' },
  api_key: null,
  table: { name: 't', endpoint: 'http://127.0.0.1:9' },
  pid,
})

const NOBODY = 2 ** 22 + 1

/** A folder in which these runs have begun, one after the other. */
async function folderWith(...runs: DevFile[]): Promise<string> {
  const folder = resources.use(await temporaryFolder()).path
  for (const [n, content] of runs.entries()) {
    await publishRun(folder, content)
    const path = devFileIn(folder, Number(new URL(content.base_url).port))
    await utimes(path, n, n)
  }
  return folder
}

test('each run has a file of its own, which its owner alone can read, and the newest is the default', async () => {
  const [first, second] = [run(3000), run(4000, process.ppid)]
  const folder = await folderWith(first, second)
  expect(await readDevFile(devFileIn(folder, 3000))).toEqual(first)
  expect(await readDevFile(devFileIn(folder, 4000))).toEqual(second)
  expect(await readDevFile(devFileIn(folder))).toEqual(second)
  for (const port of [undefined, 3000]) expect((await stat(devFileIn(folder, port))).mode & 0o777).toBe(0o600)
})

test('a run that ends takes its own file away, and leaves the default to the newest of the others', async () => {
  const [first, second, third] = [run(3000, process.ppid), run(4000, process.ppid), run(5000)]
  const folder = await folderWith(first, second, third)
  await withdrawRun(folder, third)
  expect(existsSync(devFileIn(folder, 5000))).toBe(false)
  expect(await readDevFile(devFileIn(folder))).toEqual(second)
})

test('a run that ends is not the default: that stays', async () => {
  const [first, second] = [run(3000, process.ppid), run(4000)]
  const folder = await folderWith(first, second)
  await withdrawRun(folder, first)
  expect(await readDevFile(devFileIn(folder))).toEqual(second)
})

test('the last run leaves nothing, whatever a killed one has left', async () => {
  const folder = await folderWith(run(3000, NOBODY), run(4000))
  await withdrawRun(folder, run(4000))
  expect(existsSync(devFileIn(folder))).toBe(false)
})

test('a run whose folder is gone has nothing to take back', async () => {
  const folder = await folderWith(run(3000))
  await rm(folder, { recursive: true })
  await withdrawRun(folder, run(3000))
  expect(existsSync(folder)).toBe(false)
})

test('a file that goes while the others are looked through is passed over', async () => {
  const [first, second] = [run(3000, process.ppid), run(4000)]
  const folder = await folderWith(first, second)
  // As one is that was removed after the folder was listed.
  await symlink('gone', devFileIn(folder, 5000))
  await withdrawRun(folder, second)
  expect(await readDevFile(devFileIn(folder))).toEqual(first)
})

test('a file that cannot be written leaves nothing of it', async () => {
  const folder = await folderWith()
  await mkdir(devFileIn(folder, 3000))
  await expect(publishRun(folder, run(3000))).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['dev-3000.json'])
})

test('a file is written whole or not at all, and only that file is left', async () => {
  const folder = await folderWith(run(3000))
  const before = await stat(devFileIn(folder, 3000))
  await publishRun(folder, run(3000, process.ppid))
  // Another file took its place: nobody has read the half of one.
  expect((await stat(devFileIn(folder, 3000))).ino).not.toBe(before.ino)
  expect(await readdir(folder)).toEqual(['dev-3000.json', 'dev.json'])
})
