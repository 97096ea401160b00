import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { childEnvironment } from '../lib/local/lambda/child-environment.ts'
import type { Report } from './sets/sum.ts'

const root = join(import.meta.dirname, '..')

test('without an engine each file that needs the stack fails with one line, and the rest runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-no-engine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      `--outputFile.json=${file}`,
      'test/in-worker/answers.test.ts',
      'test/sets/sets.test.ts',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...childEnvironment(), NO_COLOR: '1', STOREFRONT_DATABASE: '/nowhere/dynoxide' },
    },
  )
  expect(status, stderr).toBe(1)
  const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'))
  const told = testResults.map(
    ({ name, status, message }) => `${name.slice(root.length + 1)} ${status} ${message}`,
  )
  expect(told.sort()).toEqual([
    'test/in-worker/answers.test.ts failed STOREFRONT_DATABASE must be "dynoxide", "dynamodb-local" or the path of a Dynoxide binary, not "/nowhere/dynoxide".',
    'test/sets/sets.test.ts passed ',
  ])
})
