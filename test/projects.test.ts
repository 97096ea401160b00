import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableName } from '../lib/environment.ts'
import { needsOf } from './support/needs.ts'
import { PROJECTS } from './support/projects.ts'

test('every file of tests is in exactly one project', () => {
  const files = globSync('test/**/*.test.ts', { cwd: join(import.meta.dirname, '..') })
  expect(PROJECTS.flatMap(({ include }) => include).sort()).toEqual(files.sort())
})

test('a file that needs no stack has none, and its process knows no table', () => {
  const { include, ...pure } = PROJECTS.find(({ name }) => name === 'pure') ?? { include: [] }
  expect(include).toContain('test/projects.test.ts')
  expect(pure).not.toHaveProperty('globalSetup')
  expect(() => tableName()).toThrow('STOREFRONT_TABLE is not set')
})

/** A file of these lines beside others, by their paths. */
const needsWith = (source: string, others: Record<string, string>) =>
  needsOf('test/a.test.ts', new Map(Object.entries({ 'test/a.test.ts': source, ...others })))

/** Written like this no line here is taken for a call of this file. */
const call = (name: string) => `${name}()`

test.each([
  [`const { name } = ${call('inject')}`, true],
  [`const turn = ${call('inject').replace(')', "'turn')")}`, false],
  [`const client = ${call('new DynamoDBClient')}`, true],
  ["import { b } from './b.ts'", true],
  ["import {\n  b,\n} from './b.ts'", true],
  ["const b = await import('./b.ts')", true],
  ["import { readItem } from '../lib/data/table/calls/{}.ts'".replace('{}', 'writer'), true],
  ["import type { B } from './b.ts'", false],
  ["import { c } from './c.ts'", false],
])('%j needs the stack: %j', (source, expected) => {
  const others = { 'test/b.ts': call('inject'), 'test/c.ts': "import type { B } from './b.ts'" }
  expect(needsWith(source, others).stack).toBe(expected)
})

test.each([
  ...['vi.mock', 'vi.hoisted', 'vi.resetModules'].map((name) => [call(name), 'modules']),
  ["import './b.ts'", 'modules'],
  ["import './c.ts'", 'modules'],
  [call('tls.setDefaultX'), 'process'],
  [`${call('vi.mock')}\n${call('tls.setDefaultX')}`, 'process'],
  [call('vi.stubEnv').replace(')', "'AWS_REGION')"), 'process'],
  [call('vi.stubEnv').replace(')', "'AWS_LAMBDA_X')"), 'modules'],
  [call('vi.spyOn'), 'nothing'],
  [call('catchLog'), 'nothing'],
  ...['vi.useFakeTimers', 'vi.setSystemTime', 'vi.stubEnv', 'useTable'].map((name) => [
    call(name),
    'nothing',
  ]),
  ['const { A } = process.env', 'nothing'],
  ["import './d.ts'", 'nothing'],
] as [string, string][])('%j needs of its own: %s', (source, expected) => {
  const others = {
    'test/b.ts': `  ${call('vi.mock')}`,
    'test/c.ts': call('catchLog'),
    'test/d.ts': `  ${call('catchLog')}`,
  }
  const { modules, process } = needsWith(source, others)
  expect([modules, process]).toEqual([expected === 'modules', expected === 'process'])
})
