import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { digestOf } from './support/kept-assembly.ts'

const SOURCES = ['lib/a.ts', 'functions/a.ts', 'docs/a.md', 'bin/storefront.ts', 'package-lock.json']

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
