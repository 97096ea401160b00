import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, expect, inject, test } from 'vitest'
import { ENVIRONMENT } from '../../lib/environment.ts'
import { readListMemory } from '../../lib/infra/list-memory.ts'
import { StorefrontStack } from '../../lib/infra/storefront-stack.ts'
import { synthesize } from '../../lib/local/template/assembly.ts'
import { AUTHORIZER, ROUTES, UNMATCHED } from '../../lib/routes.ts'

const outdir = mkdtempSync(join(tmpdir(), 'storefront-memory-'))
afterAll(() => rmSync(outdir, { recursive: true }))
const bundleDir = join(inject('assemblyDir'), 'functions')

/** The variable of each function of a deployment with this setting, by the function's name. */
function secondsOf(setting?: unknown): Record<string, string | undefined> {
  const stack = new StorefrontStack(new App({ outdir }), 'Storefront', {
    bundleDir,
    documentationUrl: 'https://storefront.example',
    listMemorySeconds: readListMemory(setting),
    throttle: { rateLimit: 1, burstLimit: 1 },
  })
  const functions = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'))
  return Object.fromEntries(
    functions.map(({ Properties: { Description, Environment } }) => [
      Description.replace('Storefront ', ''),
      Environment.Variables[ENVIRONMENT.listMemory],
    ]),
  )
}

test('exactly the functions that read the setting get it', () => {
  const names = [AUTHORIZER, UNMATCHED, ...ROUTES].map((of) => of.function)
  const readers = names.filter((name) =>
    readFileSync(join(bundleDir, name, 'index.cjs'), 'utf8').includes(ENVIRONMENT.listMemory),
  )
  expect(readers.sort()).toEqual(['categories/list', 'products/list'])
  const told = Object.entries(secondsOf()).filter(([, seconds]) => seconds !== undefined)
  expect(told.sort()).toEqual(readers.map((name) => [name, '1']))
})

test.each([0, '0'])('the setting %j switches it off', (setting) => {
  expect(readListMemory(setting)).toBe(0)
})

test('a function is told that it is off', () => {
  expect(secondsOf(0)['products/list']).toBe('0')
})

test('what cdk.json sets is the default', () => {
  const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'))
  expect(readListMemory(context.listMemorySeconds)).toBe(readListMemory())
})

test.each([2, '2', -1, 0.5, '', ' 1', null, true, '1s'])('%j is refused', (setting) => {
  const line = `listMemorySeconds must be 0 or 1, not ${JSON.stringify(setting)}`
  expect(() => readListMemory(setting)).toThrow(line)
})

test('the stack is not synthesized with another value, and one line says why', async () => {
  const synthesis = synthesize(join(outdir, 'refused'), { listMemorySeconds: 60 })
  await expect(synthesis).rejects.toThrow(
    /^bin\/storefront\.ts could not be synthesized:\nlistMemorySeconds must be 0 or 1, not 60$/,
  )
})
