import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, UNMATCHED } from '../../lib/api/routes.ts'
import { buildPackage } from '../../lib/infra/package.ts'
import { routesOf } from '../../lib/infra/route-keys.ts'
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
  await compile('app.ts')
  const env = { ...process.env, CDK_OUTDIR: join(folder, 'cdk.out') }
  await run(process.execPath, ['app.ts'], { cwd: folder, env })
  const template: Template = JSON.parse(await readFile(join(folder, 'cdk.out/Shop.template.json'), 'utf8'))
  expect(resourcesOf(template, 'AWS::DynamoDB::GlobalTable')).toHaveLength(1)
  const names = resourcesOf(template, 'AWS::Lambda::Function').map(({ Properties }) => Properties.Description)
  expect(names.sort()).toEqual(
    [AUTHORIZER, DOCUMENTATION, UNMATCHED, ...routesOf({ media: false }), ...BACKGROUND]
      .map((of) => `Storefront ${of.function}`)
      .sort(),
  )
  expect(Object.keys(template.Outputs).sort()).toEqual(['BaseUrl', 'TableName'])
})

/** Compiles a file of the app around the package, with its declarations and those of all packages. */
function compile(file: string) {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node']
  return run(process.execPath, [tsc, ...options, file], { cwd: folder })
}

test('a setting that is misspelt or of another type does not compile', async () => {
  await writeFile(
    join(folder, 'wrong.ts'),
    "import type { StorefrontProps } from 'storefront-cdk'\nexport const one: StorefrontProps = { alarmEmial: 'a@b.example' }\nexport const two: StorefrontProps = { requestBurst: 'x' }\n",
  )
  const { stdout } = await compile('wrong.ts').catch((failed: { stdout: string }) => failed)
  expect(stdout.match(/^wrong\.ts\(\d+/gm)).toEqual(['wrong.ts(2', 'wrong.ts(3'])
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
  expect(printed('refused.mjs', lines)).toEqual([
    'true These settings are invalid:',
    '  requestBurst: must be a whole number from 1 to 10000, not "x"',
    '  tableKeyArn: is in us-east-1, but region is eu-west-1',
  ])
})

/**
 * Runs a program of a stranger's app in the folder and in this process: its packages are those of the folder, and the CDK
 * is loaded once for all of them.
 */
function runHere(name: string, lines: string): void {
  const file = join(folder, name)
  writeFileSync(file, lines)
  createRequire(file)(file)
}

/** The lines that such a program prints. */
function printed(name: string, lines: string): string[] {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  runHere(name, lines)
  return log.mock.calls.flatMap((values) => values.join(' ').split('\n'))
}

/** The templates that such a program synthesizes, by their stacks. */
async function synthesized(name: string, lines: string): Promise<Record<string, Template>> {
  const outdir = join(folder, `${name}.out`)
  vi.stubEnv('CDK_OUTDIR', outdir)
  onTestFinished(() => void vi.unstubAllEnvs())
  runHere(name, lines)
  const files = (await readdir(outdir)).filter((one) => one.endsWith('.template.json'))
  const texts = await Promise.all(files.map((one) => readFile(join(outdir, one), 'utf8')))
  return Object.fromEntries(
    files.map((one, n) => [one.replace('.template.json', ''), JSON.parse(texts[n] ?? '') as Template]),
  )
}

const oneOf = (template: Template | undefined, type: string) =>
  (template ? resourcesOf(template, type) : [])[0]?.Properties ?? {}

test('what other constructs make is taken, in a stack without account and region, with an id of 100 letters', async () => {
  const { Shop } = await synthesized(
    'own.mjs',
    `
    import { App, Aspects, PermissionsBoundary, Stack, Tags } from 'aws-cdk-lib'
    import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
    import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
    import { ManagedPolicy } from 'aws-cdk-lib/aws-iam'
    import { Key } from 'aws-cdk-lib/aws-kms'
    import { Function, LayerVersion } from 'aws-cdk-lib/aws-lambda'
    import { HostedZone } from 'aws-cdk-lib/aws-route53'
    import { Topic } from 'aws-cdk-lib/aws-sns'
    import { Storefront } from 'storefront-cdk'
    const stack = new Stack(new App(), 'Shop', { permissionsBoundary: PermissionsBoundary.fromName('boundary') })
    const hostedZone = new HostedZone(stack, 'Zone', { zoneName: 'example.com' })
    const storefront = new Storefront(stack, 'S'.repeat(100), {
      encryptionKey: new Key(stack, 'Key'),
      logKeyArn: new Key(stack, 'LogKey').keyArn,
      certificate: new Certificate(stack, 'Certificate', { domainName: 'api.example.com' }),
      domainName: 'api.example.com',
      hostedZone,
      alarmTopic: new Topic(stack, 'Topic'),
      edge: { domain: 'shops.example.com', certificateArn: new Certificate(stack, 'EdgeCertificate', { domainName: 'shops.example.com' }).certificateArn },
    })
    storefront.edge.distribution.addBehavior('/pictures/*', new HttpOrigin('pictures.example.com'))
    Tags.of(storefront).add('team', 'shop')
    const layer = LayerVersion.fromLayerVersionArn(stack, 'Layer', 'arn:aws:lambda:eu-west-1:111122223333:layer:trace:1')
    for (const one of storefront.functions.values()) {
      one.addLayers(layer)
      one.addEnvironment('TRACE', 'on')
    }
    stack.node.root.synth()`,
  )
  const table = oneOf(Shop, 'AWS::DynamoDB::GlobalTable')
  expect(table).toMatchObject({
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [
      {
        Region: { Ref: 'AWS::Region' },
        SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] } },
      },
    ],
  })
  expect(oneOf(Shop, 'AWS::Logs::LogGroup').KmsKeyId).toEqual({
    'Fn::GetAtt': [expect.stringMatching(/^LogKey/), 'Arn'],
  })
  expect(oneOf(Shop, 'AWS::ApiGatewayV2::DomainName')).toMatchObject({
    DomainNameConfigurations: [{ CertificateArn: { Ref: expect.stringMatching(/^Certificate/) } }],
  })
  expect(oneOf(Shop, 'AWS::Route53::RecordSet')).toMatchObject({
    Name: 'api.example.com',
    HostedZoneId: { Ref: expect.stringMatching(/^Zone/) },
    AliasTarget: { DNSName: { 'Fn::GetAtt': [expect.anything(), 'RegionalDomainName'] } },
  })
  expect(oneOf(Shop, 'AWS::CloudFront::Distribution')).toMatchObject({
    DistributionConfig: {
      Aliases: ['shops.example.com'],
      ViewerCertificate: { AcmCertificateArn: { Ref: expect.stringMatching(/^EdgeCertificate/) } },
      DefaultCacheBehavior: { Compress: false },
      CacheBehaviors: [{ PathPattern: '/pictures/*' }],
    },
  })
  const topics = Shop ? resourcesOf(Shop, 'AWS::SNS::Topic') : []
  expect(topics).toHaveLength(1)
  expect(oneOf(Shop, 'AWS::CloudWatch::Alarm').AlarmActions).toEqual([
    { Ref: expect.stringMatching(/^Topic/) },
  ])
  const functions = Shop ? resourcesOf(Shop, 'AWS::Lambda::Function') : []
  expect(functions.length).toBeGreaterThan(40)
  for (const { Properties } of functions)
    expect(Properties).toMatchObject({
      Layers: ['arn:aws:lambda:eu-west-1:111122223333:layer:trace:1'],
      Environment: { Variables: { TRACE: 'on' } },
      Tags: expect.arrayContaining([{ Key: 'team', Value: 'shop' }]),
    })
  for (const { Properties } of Shop ? resourcesOf(Shop, 'AWS::IAM::Role') : [])
    expect(JSON.stringify(Properties.PermissionsBoundary)).toContain('boundary')
})

test('a table of the app and an alias of a key are accepted, two stacks fit in one app, and the parts can be used', async () => {
  const templates = await synthesized(
    'table.cjs',
    `
    const { App, CfnOutput, Stack } = require('aws-cdk-lib')
    const { AttributeType, StreamViewType, TableEncryptionV2, TableV2 } = require('aws-cdk-lib/aws-dynamodb')
    const { Alias, Key } = require('aws-cdk-lib/aws-kms')
    const { Function, InlineCode, Runtime } = require('aws-cdk-lib/aws-lambda')
    const { Storefront } = require('storefront-cdk')
    const app = new App()
    const data = new Stack(app, 'Data', { env: { region: 'eu-west-1', account: '111122223333' } })
    const text = (name) => ({ name, type: AttributeType.STRING })
    const existingTable = new TableV2(data, 'Table', {
      partitionKey: text('pk'), sortKey: text('sk'), dynamoStream: StreamViewType.KEYS_ONLY,
      encryption: TableEncryptionV2.customerManagedKey(new Key(data, 'Key')),
    })
    for (const id of ['One', 'Two']) {
      const stack = new Stack(app, id, { env: { region: 'eu-west-1', account: '111122223333' } })
      const storefront = new Storefront(stack, 'Storefront', id === 'One'
        ? { existingTable }
        : { encryptionKey: Alias.fromAliasName(stack, 'Alias', 'alias/shop') })
      const reader = new Function(stack, 'Reader', {
        code: new InlineCode('exports.handler = async () => {}'), handler: 'index.handler', runtime: Runtime.NODEJS_22_X,
      })
      storefront.dynamoTable.grantReadData(reader)
      new CfnOutput(stack, 'Url', { value: storefront.httpApi.apiEndpoint + storefront.stage.stageName })
    }
    app.synth()`,
  )
  expect(Object.keys(templates).sort()).toEqual(['Data', 'One', 'Two'])
  const { One, Two } = templates
  expect(One ? resourcesOf(One, 'AWS::DynamoDB::GlobalTable') : undefined).toEqual([])
  expect(JSON.stringify(oneOf(One, 'AWS::Lambda::EventSourceMapping'))).toContain('Fn::ImportValue')
  expect(oneOf(One, 'AWS::Lambda::Function')).toMatchObject({
    Environment: { Variables: { STOREFRONT_TABLE: expect.anything() } },
  })
  const roles = JSON.stringify(Two ? resourcesOf(Two, 'AWS::IAM::Role') : [])
  expect(roles).toContain('"kms:ResourceAliases":"alias/shop"')
  expect(roles).toContain(':key/*')
  expect(roles).not.toContain(':alias/shop"]')
  expect(One ? resourcesOf(One, 'AWS::CloudWatch::Alarm') : undefined).toEqual([])
  const ownRoles = One ? resourcesOf(One, 'AWS::IAM::Role') : []
  expect(JSON.stringify(ownRoles)).toContain('kms:Decrypt')
  const reader = JSON.stringify(One ? resourcesOf(One, 'AWS::IAM::Policy') : [])
  expect(reader).toContain('/index/*')
  expect(reader).toContain('kms:Decrypt')
})

test('a construct and its ARN are not given both, and a table without a stream is refused', async () => {
  const lines = `
      import { App, Stack } from 'aws-cdk-lib'
      import { Table } from 'aws-cdk-lib/aws-dynamodb'
      import { Key } from 'aws-cdk-lib/aws-kms'
      import { Storefront } from 'storefront-cdk'
      const stack = new Stack(new App({ autoSynth: false }), 'Shop', { env: { region: 'eu-west-1' } })
      const existingTable = Table.fromTableArn(stack, 'T', 'arn:aws:dynamodb:eu-west-1:111122223333:table/shop')
      const key = new Key(stack, 'K')
      const elsewhere = { tableArn: existingTable.tableArn, tableStreamArn: existingTable.tableArn + '/stream/1' }
      const own = new Stack(new App({ autoSynth: false }), 'Own', { env: { region: 'eu-west-1', account: '444455556666' } })
      for (const [at, props] of [[stack, { encryptionKey: key, tableKeyArn: key.keyArn }], [stack, { existingTable }], [own, elsewhere]])
        try { new Storefront(at, 'S' + Object.keys(props), props) } catch (error) { console.log(error.message) }`
  expect(printed('both.mjs', lines)).toEqual([
    'These settings are invalid:',
    '  tableKeyArn: is given as a construct, too: choose one',
    'These settings are invalid:',
    "  tableArn: needs tableStreamArn, which is not set: webhooks are delivered from the table's stream",
    'These settings are invalid:',
    '  tableArn: is in the account 111122223333, but the stack is in 444455556666',
  ])
})
