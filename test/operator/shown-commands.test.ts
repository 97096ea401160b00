import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { readTemplate } from '../support/template.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', '{lib,bin,clients}/**/*.{ts,md}'], {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist'],
}).sort()

/** A command of the operator as somebody may copy it: up to the end of its line, or of the code in a sentence. */
const COMMAND = /npm run (?:-\S+ )?operator\b[^\n`]*/g

/** Every such command, with lines that are continued in one. */
const shown = FILES.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\\+\n\s*/g, '')
  return [...text.matchAll(COMMAND)].map(({ 0: command, index }) => {
    const before = text.slice(text.lastIndexOf('\n', index) + 1, index)
    return { file, command, isTaken: before.endsWith('$(') || /--json|\s[|>]\s/.test(command) }
  })
})

test('npm prints nothing of its own where a command is shown whose output something else reads', () => {
  const taken = shown.filter(({ isTaken }) => isTaken)
  expect(taken.length).toBeGreaterThan(5)
  const loud = taken.filter(({ command }) => !command.startsWith('npm run -s operator'))
  expect(loud.map(({ file, command }) => `${file}: ${command}`)).toEqual([])
})

test('--table is shown with a name as CloudFormation makes it for the stack', () => {
  const template = readTemplate(inject('assemblyDir'))
  const [logicalId] = Object.entries(template.Resources).find(([, { Type }]) => /DynamoDB/.test(Type)) ?? []
  const names = FILES.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/--table ([\w-]+)/g)].map(({ 1: name }) => name),
  ).filter((name) => name?.startsWith('Storefront'))
  expect(names.length).toBeGreaterThan(2)
  expect(new Set(names)).toEqual(
    new Set([expect.stringMatching(new RegExp(`^Storefront-${logicalId}-[0-9A-Z]{12,13}$`))]),
  )
  expect(Object.keys(template.Outputs ?? {})).toContain('TableName')
})

test('as shown, a command prints its result and nothing else', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { name, endpoint } = inject('table')
  const env = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: undefined, AWS_ENDPOINT_URL: endpoint }
  const npm = async (...argv: string[]) =>
    (await promisify(execFile)('npm', ['run', '-s', 'operator', '--', ...argv], { cwd: ROOT, env })).stdout
  expect(await npm('--version')).toBe(`${version}\n`)
  expect(JSON.parse(await npm('business', 'list', '--json', '--table', name))).toEqual(expect.any(Array))
})
