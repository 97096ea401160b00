import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { digestOf } from './prove/second-engine.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'storefront-digest-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['lib/data/table', 'lib/data/dynamodb', 'lib/local/dynamodb', 'lib/api/http'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'lib/data/table/keys.ts'), 'a')
})

test.each([
  'lib/data/table/keys.ts',
  'lib/data/new.ts',
  'lib/data/dynamodb/a.ts',
  'lib/local/dynamodb/a.ts',
  'package-lock.json',
])('a change of %s is another state for the second engine', async (path) => {
  const before = digestOf(root)
  await writeFile(join(root, path), 'b')
  expect(digestOf(root)).not.toBe(before)
})

test('a change of anything else is the same state', async () => {
  const before = digestOf(root)
  await writeFile(join(root, 'lib/api/http/a.ts'), 'b')
  expect(digestOf(root)).toBe(before)
})
