import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import { ENVIRONMENT } from '../../lib/environment.ts'
import type { StorefrontSettings } from '../../lib/infra/settings/settings.ts'
import { synthesize } from '../../lib/local/template/assembly.ts'
import { templateOf } from '../support/settings.ts'
import { resourcesOf } from '../support/template.ts'

/** A variable of each function of a deployment with these settings, by the function's name. */
function told(variable: string, settings: StorefrontSettings): Record<string, unknown> {
  const functions = resourcesOf(templateOf(settings, inject('assemblyDir')), 'AWS::Lambda::Function')
  return Object.fromEntries(
    functions.map(({ Properties: { Description, Environment } }) => [
      String(Description).replace('Storefront ', ''),
      (Environment as { Variables: Record<string, unknown> }).Variables[variable],
    ]),
  )
}

test.each([
  [ENVIRONMENT.listMemory, ['categories/list', 'products/list', 'products/search'], '1'],
  [ENVIRONMENT.readOnly, ['authorizer'], 'true'],
  [ENVIRONMENT.shopPage, ['docs/get', 'unmatched'], 'false'],
  [ENVIRONMENT.importPace, ['imports/run'], '40'],
  [
    ENVIRONMENT.mediaBucket,
    ['admin/media/create', 'admin/media/delete', 'unmatched'],
    { Ref: 'MediaBucketBCBB02BA' },
  ],
  [
    ENVIRONMENT.apiUrl,
    ['mcp'],
    { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['ApiF1A3B7F9', 'ApiEndpoint'] }, '/api/v1']] },
  ],
  [
    ENVIRONMENT.mediaBaseUrl,
    ['admin/media/create', 'admin/media/delete', 'admin/media/list'],
    {
      'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['EdgeDistribution0060737B', 'DomainName'] }, '/media']],
    },
  ],
])('exactly the functions that read %s get it', (variable, expected, value) => {
  const names = [AUTHORIZER, DOCUMENTATION, UNMATCHED, ...ROUTES, ...BACKGROUND].map((of) => of.function)
  const readers = names.filter((name) =>
    readFileSync(join(inject('assemblyDir'), 'functions', name, 'index.cjs'), 'utf8').includes(variable),
  )
  expect(readers.sort()).toEqual(expected)
  const all = Object.entries(
    told(variable, { edge: {}, media: true, readOnly: true, shopPage: false }),
  ).filter(([, one]) => one !== undefined)
  expect(all.sort()).toEqual(readers.map((name) => [name, value]))
})

test('the environment of a function says that it is off', () => {
  expect(told(ENVIRONMENT.listMemory, { listMemorySeconds: 0 })['products/list']).toBe('0')
})

test('without settings no function hears that shops have no pages', () => {
  expect(Object.values(told(ENVIRONMENT.shopPage, {})).filter(Boolean)).toEqual([])
})

test('the stack is not synthesized with invalid settings, and one line for each says why', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'storefront-refused-'))
  onTestFinished(() => rmSync(outdir, { recursive: true }))
  const synthesis = synthesize(outdir, { listMemorySeconds: 60, requestsPerSecond: 'abc' })
  const lines = [
    'bin/storefront.ts could not be synthesized:',
    'These settings are invalid:',
    '  requestsPerSecond: must be a number greater than 0 and at most 10000, not "abc"',
    '  listMemorySeconds: must be 0 or 1, not 60',
  ]
  await expect(synthesis).rejects.toThrow(new Error(lines.join('\n')))
  expect(readdirSync(outdir)).toEqual([])
})
