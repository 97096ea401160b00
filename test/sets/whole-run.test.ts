import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isWholeAndGreen, recordOf, wholeRunDigest } from './whole-run.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'storefront-whole-run-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test.each([
  'lib/local/stack.ts',
  'lib/infra/a/b.ts',
  'clients/shop/index.html',
  'clients/typescript/src/a.ts',
  'lib/data/table/keys.ts',
  'test/support/a.ts',
  'package-lock.json',
])('a change of %s requires everything again', (path) => {
  write(path, 'before')
  const before = wholeRunDigest(root)
  write(path, 'after')
  expect(wholeRunDigest(root)).not.toBe(before)
})

test.each([
  'lib/api/http/a.ts',
  'test/api/http/a.test.ts',
  'clients/typescript/dist/a.js',
  'clients/typescript/node_modules/a/index.js',
])('a change of %s does not', (path) => {
  const before = wholeRunDigest(root)
  write(path, 'after')
  expect(wholeRunDigest(root)).toBe(before)
})

const FILES = ['test/a.test.ts', 'test/b.test.ts']
const TIMES = FILES.map((path, n) => ({ path, seconds: 1.4 + 10 * n }))
const GREEN = { set: 'all', isWire: true, args: [], exitCode: 0, times: TIMES, files: new Set(FILES) }

test('a green run of everything is noted, with its longer files', () => {
  expect(isWholeAndGreen({ ...GREEN, args: ['--reporter=json', '--outputFile.json=a'] })).toBe(true)
  expect(recordOf('digest', TIMES)).toEqual({ passed: 'digest', seconds: { 'test/b.test.ts': 11 } })
})

test.each([
  ['that was red', { exitCode: 1 }],
  ['of another set', { set: 'fast' }],
  ['that called functions in its workers', { isWire: false }],
  ['of some tests', { args: ['-t', 'a name'] }],
  ['of some projects', { args: ['--project=pure'] }],
  ['that ended too soon', { times: TIMES.slice(1) }],
])('a run %s is not', (_, part) => {
  expect(isWholeAndGreen({ ...GREEN, ...part })).toBe(false)
})
