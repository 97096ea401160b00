import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, inject, test } from 'vitest'
import { SHARP } from '../../lib/infra/bundle.ts'
import { EVERYTHING, templateOf } from '../support/settings.ts'
import { resourcesOf } from '../support/template.ts'
import { ROOT, readPage } from './blocks.ts'

const page = readPage('docs/operations.md')
const everything = templateOf(EVERYTHING, inject('assemblyDir'))

test('each alarm has its steps, and each steps their alarm', () => {
  const described = resourcesOf(everything, 'AWS::CloudWatch::Alarm').map(({ Properties }) => {
    const [, anchor] =
      /\/docs\/operations#(alarm-\w+)"/.exec(JSON.stringify(Properties.AlarmDescription)) ?? []
    return anchor
  })
  const steps = [...page.matchAll(/^### (Alarm \w+)$/gm)].map(([, name = '']) =>
    name.toLowerCase().replace(' ', '-'),
  )
  expect(steps.sort()).toEqual(described.sort())
  expect(steps.length).toBeLessThanOrEqual(17)
})

test('each output and each saved query is explained', () => {
  const [, outputs = ''] = /\| Output \|.*\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(page) ?? []
  const explained = [...outputs.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  expect(Object.keys(everything.Outputs).filter((name) => !explained.includes(name))).toEqual([])
  const queries = resourcesOf(everything, 'AWS::Logs::QueryDefinition').map(({ Properties }) =>
    String(Properties.Name).split('/').at(-1),
  )
  expect(queries.filter((title) => !page.includes(`${title}`))).toEqual([])
})

test('every script that it names is one', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = [...page.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the bundles hold the packages of its list, under those licences, and no other', () => {
  const rows = [...page.matchAll(/^\| (`@?[a-z][^|]*) \| ([A-Z0][\w.-]+(?: AND [\w.-]+)*) \|$/gm)].map(
    ([, names = '', licence]) => ({
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('/*', '/')),
      licence,
    }),
  )
  const { metafile } = buildSync({
    entryPoints: globSync('functions/**/*.ts', { cwd: ROOT }),
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    metafile: true,
    write: false,
    outdir: 'unused',
    // Code that several functions have in common is written once.
    format: 'esm',
    splitting: true,
    external: ['sharp'],
  })
  const beside = globSync(`node_modules/{${SHARP.join()}}{,/node_modules/@*/*}`, { cwd: ROOT })
  const folders = Object.keys(metafile.inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  )
  const packages = [...new Set([...folders, ...beside])].map((folder) => {
    const { name, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
    return { name: String(name), license }
  })
  const rowOf = (name: string) => rows.find(({ names }) => names.some((start) => name.startsWith(start)))
  expect(packages.filter(({ name, license }) => rowOf(name)?.licence !== license)).toEqual([])
  expect(rows.filter((row) => !packages.some(({ name }) => rowOf(name) === row))).toEqual([])
})
