import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { runUpgradeCheck } from '../../../lib/operator/upgrade/command-line.ts'
import { type AwsServer, awsServer, escaped, noStack } from '../../support/aws-server.ts'
import { AWS_SETTINGS as credentials, runProgram } from '../../support/run-program.ts'
import { readTemplate } from '../../support/template.ts'

const ROOT = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'storefront-upgrade-test-'))
const SYNTHESIZED = join(inject('assemblyDir'), 'Storefront.template.json')
const template = readTemplate(inject('assemblyDir'))
/** The deployed stack: without the edge and the pictures that the suite's has, which no stage here has. */
const deployed = {
  ...template,
  Resources: Object.fromEntries(
    Object.entries(template.Resources).filter(
      ([, { Type }]) => Type !== 'AWS::S3::Bucket' && Type !== 'AWS::CloudFront::Distribution',
    ),
  ),
}
const [tableId = ''] =
  Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable') ?? []
const [apiId = ''] =
  Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api') ?? []
let aws: AwsServer

beforeAll(async () => {
  aws = await awsServer(({ action, parameters: { StackName = '', TemplateStage } }) => {
    if (action !== 'GetTemplate' || TemplateStage !== 'Original')
      return { code: 'InvalidAction', message: `${action} ${TemplateStage}` }
    if (StackName === 'Denied')
      return { code: 'AccessDenied', status: 403, message: 'User: x is not authorized' }
    const [, code] = /^Fails-(\w+)$/.exec(StackName) ?? []
    if (code) return { code, status: code.startsWith('Service') ? 503 : 400, message: `AWS says ${code}` }
    if (StackName === 'Empty') return { xml: '<TemplateBody></TemplateBody>' }
    if (StackName === 'Yaml') return { xml: '<TemplateBody>Resources: {}</TemplateBody>' }
    if (
      !/^(arn:aws:cloudformation:eu-west-1:123456789012:stack\/)?Storefront(-staging)?(\/1-2)?$/.test(
        StackName,
      )
    )
      return noStack(StackName)
    return { xml: `<TemplateBody>${escaped(JSON.stringify(deployed))}</TemplateBody>` }
  })
})
afterAll(() => {
  aws.close()
  rmSync(folder, { recursive: true })
})

const run = async (argv: string[], settings: object = credentials) => {
  const { code, stdout, notes } = await runProgram('upgrade-check.ts', argv, {
    AWS_ENDPOINT_URL_CLOUDFORMATION: aws.endpoint,
    ...settings,
  })
  return { code, lines: stdout.split('\n').filter(Boolean), notes }
}

/** A file with the template after a change. */
function changed(name: string, id: string, change: object): string {
  const copy = structuredClone(template)
  Object.assign(copy.Resources[id]?.Properties ?? {}, change)
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(copy))
  return file
}

describe('an update', () => {
  test('of a deployed stack with what is synthesized here is compared', async () => {
    expect(await run([])).toEqual({ code: 0, lines: ['the update can be deployed'], notes: [] })
    expect(aws.calls).toMatchObject([{ action: 'GetTemplate', parameters: { StackName: 'Storefront' } }])
  })

  test('of a file with the folder of a synthesis is compared', async () => {
    const argv = ['--template', SYNTHESIZED, '--new', inject('assemblyDir')]
    expect(await run(argv)).toEqual({ code: 0, lines: ['the update can be deployed'], notes: [] })
  })

  test('that replaces the table is refused, and accepting it does not help', async () => {
    const file = changed('replaced.json', tableId, { TableName: 'another' })
    const argv = ['--new', file, '--accept', tableId]
    expect(await run(argv)).toEqual({
      code: 1,
      lines: [
        `refused: ${tableId} (AWS::DynamoDB::GlobalTable): TableName changes; CloudFormation replaces the table with an empty one; the old one stays in the account, unused; set TableName back`,
        'the update is refused: 1 finding',
      ],
      notes: [],
    })
  })

  test('that moves an address is refused until it is accepted', async () => {
    const file = changed('moved.json', apiId, { DisableExecuteApiEndpoint: true })
    const line = `${apiId} (AWS::ApiGatewayV2::Api): DisableExecuteApiEndpoint changes; the address that clients use then no longer leads to the API; set DisableExecuteApiEndpoint back`
    const argv = ['--template', SYNTHESIZED, '--new', file]
    expect(await run(argv)).toEqual({
      code: 1,
      lines: [
        `refused: ${line}; if you want this change, add --accept ${apiId}`,
        'the update is refused: 1 finding',
      ],
      notes: [],
    })
    expect(await run([...argv, '--accept', apiId])).toEqual({
      code: 0,
      lines: [`accepted: ${line}`, 'the update can be deployed'],
      notes: [],
    })
  })
})

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** A profile of IAM Identity Center without a login on this machine. */
const SIGNED_OUT = `[profile own]
region = eu-west-1
sso_session = own
sso_account_id = 123456789012
sso_role_name = Reader
[sso-session own]
sso_start_url = https://own.awsapps.com/start
sso_region = eu-west-1
`

test.each<[string, string[], RegExp, object?]>([
  ['a file that does not exist', ['--template', 'gone.json'], /^error: gone\.json: there is no such file$/],
  ['a folder', ['--template', folder], /^error: .*: it cannot be read \(EISDIR\)$/],
  ['YAML', ['--template', file('a.yaml', 'Resources: {}')], /^error: .*a\.yaml is not JSON; convert/],
  [
    'JSON of something else',
    ['--template', file('b.json', '{"a": 1}')],
    /^error: .*b\.json has no Resources/,
  ],
  [
    'a new file that does not exist',
    ['--template', SYNTHESIZED, '--new', 'gone.json'],
    /^error: gone\.json: there is no such file$/,
  ],
  [
    'a stack that does not exist',
    ['--stack', 'Nowhere'],
    /^error: this account has no stack "Nowhere" in this/,
  ],
  ['a stack in YAML', ['--stack', 'Yaml'], /^error: the stack Yaml is not JSON/],
  [
    'a stack without a template',
    ['--stack', 'Empty'],
    /^error: the stack Empty has no template, or an empty one$/,
  ],
  [
    'an empty file',
    ['--template', file('c.json', '\n')],
    /^error: .*c\.json has no template, or an empty one$/,
  ],
  [
    'AWS that fails',
    ['--stack', 'Fails-ServiceUnavailable'],
    /^error: AWS returned an error \(ServiceUnavailable: AWS says ServiceUnavailable\): run the same command again$/,
  ],
  [
    'AWS that throttles',
    ['--stack', 'Fails-Throttling'],
    /^error: AWS returned an error \(Throttling: AWS says Throttling\): run the same command again$/,
  ],
  [
    'the clock of another day',
    ['--stack', 'Fails-RequestExpired'],
    /^error: AWS refuses the time of this request: check the clock of this machine$/,
  ],
  [
    'a region that does not exist',
    [],
    /^error: AWS cannot be reached \(getaddrinfo \w+ cloudformation\.eu-west-1\.invalid\): check the region and the network$/,
    { ...credentials, AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://cloudformation.eu-west-1.invalid' },
  ],
  [
    'an empty region',
    [],
    /^error: no AWS region was found: set AWS_REGION or AWS_PROFILE$/,
    { ...credentials, AWS_REGION: '' },
  ],
  ['a name that no stack has', ['--stack', 'a/b'], /^error: --stack "a\/b" is not a valid stack name$/],
  [
    'a stack that cannot be read',
    ['--stack', 'Denied'],
    /^error: these AWS credentials are not allowed to read/,
  ],
  [
    'no credentials',
    [],
    /^error: no AWS credentials were found: set AWS_PROFILE/,
    { AWS_REGION: 'eu-west-1' },
  ],
  [
    'a session that has ended',
    [],
    /^error: the AWS session has ended: sign in again$/,
    { AWS_PROFILE: 'own', AWS_CONFIG_FILE: file('config', SIGNED_OUT) },
  ],
  ['no region', [], /^error: no AWS region was found: set AWS_REGION/, {}],
  [
    'a setting without a value',
    ['-c', 'stage'],
    /^error: option '-c, .*' argument 'stage' is invalid\. It must/,
  ],
  [
    'a resource that is accepted but not there',
    ['--template', SYNTHESIZED, '--new', SYNTHESIZED, '--accept', 'Tabel'],
    /^error: --accept "Tabel" is not a resource of the deployed template; without --accept the refusal names the resource$/,
  ],
  [
    'a synthesis of another stack',
    ['--stack', 'Storefront-staging', '--new', inject('assemblyDir')],
    /Storefront-staging\.template\.json: there is no such file; choose its stage with -c stage=<stage>$/,
  ],
  [
    'a folder without a template',
    ['--new', join(ROOT, 'docs')],
    /^error: .*docs\/Storefront\.template\.json: there is no such file; choose/,
  ],
  ['an unknown option', ['--fast'], /^error: unknown option '--fast'$/],
])('%s is one line and exit code 2', async (_, argv, line, settings) => {
  const { code, lines, notes } = await run(argv, settings)
  expect({ code, lines, notes }).toEqual({ code: 2, lines: [], notes: [expect.stringMatching(line)] })
})

test('a stack can be named by its ARN, which has its region', async () => {
  const arn = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/Storefront/1-2'
  const argv = ['--stack', arn, '--new', inject('assemblyDir')]
  const { lines, notes } = await run(argv, { ...credentials, AWS_REGION: 'us-east-1' })
  expect({ lines, notes }).toEqual({ lines: ['the update can be deployed'], notes: [] })
  expect(aws.calls.at(-1)?.parameters.StackName).toBe(arn)
})

test('a stage is compared with its own stack', async () => {
  const seen = aws.calls.length
  await run(['-c', 'stage=staging', '--new', inject('assemblyDir')])
  const asked = aws.calls.slice(seen).map(({ parameters }) => parameters.StackName)
  expect([...new Set(asked)]).toEqual(['Storefront-staging'])
})

test('it looks in the region of the stage that has this stack', async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const stages = { default: {}, staging: { region: 'eu-central-1' } }
  const readIn = async (stack: string, ...more: string[]) => {
    await runUpgradeCheck(['--stack', stack, '--template', 'gone.json', ...more], stages)
    return process.env.AWS_REGION
  }
  expect(await readIn('arn:aws:cloudformation:eu-west-3:1:stack/Storefront/1-2')).toBe('eu-west-3')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  expect(await readIn('Storefront')).toBe('us-east-1')
  expect(await readIn('Storefront-staging')).toBe('eu-central-1')
  expect(await readIn('Storefront-staging', '-c', 'region=eu-west-1')).toBe('eu-west-1')
})

test('a synthesis that fails is one line', async () => {
  const { code, notes } = await run(['--template', SYNTHESIZED, '-c', 'listMemorySeconds=60'])
  expect({ code, notes }).toEqual({
    code: 2,
    notes: [
      expect.stringMatching(/^error: bin\/storefront\.ts could not be synthesized: .*listMemorySeconds/),
    ],
  })
})

test('the help says what the exit codes are', async () => {
  const { code, lines } = await run(['--help'])
  expect(code).toBe(0)
  expect(lines.join('\n')).toContain('Exit code: 0 if the update can be deployed, 1 if it is refused, 2')
})
