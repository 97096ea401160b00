import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackage } from '../../lib/infra/package.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/routes.ts'
import { resourcesOf, type Template } from '../support/template.ts'

const root = join(import.meta.dirname, '../..')
const PEERS = ['aws-cdk-lib', 'constructs']
const run = promisify(execFile)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storefront-construct-'))
  buildPackage(root, join(folder, 'package'))
  await run('npm', ['pack', './package', '--silent'], { cwd: folder })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund']
  await run('npm', ['install', `./${tarball}`, ...options], { cwd: folder })
  // The app around it already has these.
  for (const name of [...PEERS, '@types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return () => rm(folder, { recursive: true })
})

test('it needs the CDK of the app around it, and nothing else', async () => {
  const manifest = JSON.parse(
    await readFile(join(folder, 'node_modules/storefront-cdk/package.json'), 'utf8'),
  )
  expect(Object.keys(manifest.peerDependencies)).toEqual(PEERS)
  expect(manifest).not.toHaveProperty('dependencies')
  const source = await readFile(join(folder, 'node_modules/storefront-cdk/index.js'), 'utf8')
  const required = [...source.matchAll(/require\("([^"]+)"\)/g)].map(([, name = '']) => name)
  expect(
    required.filter((name) => !name.startsWith('node:') && !PEERS.includes(name.split('/')[0] ?? '')),
  ).toEqual([])
})

test('from an empty folder, the lines of its page compile and synthesize the whole system', async () => {
  const page = await readFile(join(root, 'docs/construct.md'), 'utf8')
  const [, lines = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
  await writeFile(join(folder, 'app.ts'), lines)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext']
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'app.ts'], {
    cwd: folder,
  })
  const env = { ...process.env, CDK_OUTDIR: join(folder, 'cdk.out') }
  await run(process.execPath, ['app.ts'], { cwd: folder, env })
  const template: Template = JSON.parse(await readFile(join(folder, 'cdk.out/Shop.template.json'), 'utf8'))
  expect(resourcesOf(template, 'AWS::DynamoDB::GlobalTable')).toHaveLength(1)
  const names = resourcesOf(template, 'AWS::Lambda::Function').map(({ Properties }) => Properties.Description)
  expect(names.sort()).toEqual(
    [AUTHORIZER, DOCUMENTATION, UNMATCHED, ...ROUTES, ...BACKGROUND]
      .map((of) => `Storefront ${of.function}`)
      .sort(),
  )
  expect(Object.keys(template.Outputs).sort()).toEqual(['BaseUrl', 'TableName'])
})

test('invalid settings and a key in another region are refused, all at once', async () => {
  const lines = `
    import { App, Stack } from 'aws-cdk-lib'
    import { InvalidSettings, Storefront } from 'storefront-cdk'
    const stack = new Stack(new App({ autoSynth: false }), 'Shop', { env: { region: 'eu-west-1' } })
    try {
      new Storefront(stack, 'Storefront', { requestBurst: 'x', tableKeyArn: 'arn:aws:kms:us-east-1:111122223333:key/1' })
    } catch (error) {
      console.log(error instanceof InvalidSettings, error.message)
    }`
  const file = join(folder, 'refused.mjs')
  await writeFile(file, lines)
  onTestFinished(() => rm(file))
  const { stdout } = await run(process.execPath, [file], { cwd: folder })
  expect(stdout.trim().split('\n')).toEqual([
    'true These settings are invalid:',
    '  requestBurst: must be a whole number from 1 to 10000, not "x"',
    '  tableKeyArn: is in us-east-1, but region is eu-west-1',
  ])
})
