import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScratchDatabase } from '../../../lib/import/scratch-database.ts'
import { errorLine } from '../../../lib/operator/command-line/failure.ts'

async function openIn(folder: string) {
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { database, close } = await openScratchDatabase(
    'CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)',
  )
  onTestFinished(close)
  return database
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-scratch-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a scratch database has no file that a killed process could leave behind', async () => {
  const folder = await makeFolder()
  const database = await openIn(folder)
  expect(await readdir(folder)).toEqual([])
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)')
  for (let n = 0; n < 5_000; n++) insert.run('x'.repeat(1_000))
  expect(database.prepare('SELECT count(*) AS n FROM rows').get()).toEqual({ n: 5_000 })
  expect(await readdir(folder)).toEqual([])
})

test('a full disk is one line that names the folder', async () => {
  const folder = await makeFolder()
  const database = await openIn(folder)
  database.exec('PRAGMA max_page_count = 20')
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)')
  const fill = () => {
    for (let n = 0; n < 1_000; n++) insert.run('x'.repeat(1_000))
  }
  let thrown: unknown
  try {
    fill()
  } catch (error) {
    thrown = error
  }
  expect(errorLine(thrown, false)).toBe(
    `error: there is no room for working files in ${folder}: free some, or set TMPDIR to another folder`,
  )
})
