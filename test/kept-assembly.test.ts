import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { digestOf } from '../lib/local/template/sources.ts'
import { keptFolder } from './support/kept-assembly.ts'

const SOURCES = [
  'lib/a.ts',
  'functions/a.ts',
  'docs/a.md',
  'bin/storefront.ts',
  'storefront.config.ts',
  'package-lock.json',
]

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'storefront-sources-'))
  for (const source of SOURCES) write(source, 'before')
  onTestFinished(() => rmSync(root, { recursive: true }))
})

function write(source: string, text: string): void {
  mkdirSync(dirname(join(root, source)), { recursive: true })
  writeFileSync(join(root, source), text)
}

test.each(SOURCES)('an assembly is not kept when %s changes', (source) => {
  const before = digestOf({}, root)
  expect(digestOf({}, root)).toBe(before)
  write(source, 'after')
  expect(digestOf({}, root)).not.toBe(before)
})

test('nor with other settings, or when a file comes', () => {
  const before = digestOf({}, root)
  expect(digestOf({ stage: 'other' }, root)).not.toBe(before)
  write('lib/b.ts', '')
  expect(digestOf({}, root)).not.toBe(before)
})

test('but when a test changes', () => {
  const before = digestOf({}, root)
  write('test/a.test.ts', 'after')
  expect(digestOf({}, root)).toBe(before)
})

test('the newest folders are kept, and those that somebody may be using', async () => {
  const kind = `test-${randomUUID()}`
  const kept = join(import.meta.dirname, '../node_modules/.cache/storefront', kind)
  onTestFinished(() => rm(kept, { recursive: true }))
  const use = (name: string) => keptFolder(kind, name, (folder) => mkdir(folder))
  const hoursAgo = async (name: string, hours: number) => {
    const time = new Date(Date.now() - hours * 60 * 60 * 1000)
    await utimes(await use(name), time, time)
  }
  await hoursAgo('yesterday', 25)
  await use('now')
  expect(await readdir(kept)).toEqual(['now'])
  for (const name of ['b', 'c', 'd', 'e', 'f']) await use(name)
  await hoursAgo('old', 2)
  await use('now')
  await hoursAgo('young', 0.5)
  await use('now')
  expect((await readdir(kept)).sort()).toEqual(['b', 'c', 'd', 'e', 'f', 'now', 'young'])
})
