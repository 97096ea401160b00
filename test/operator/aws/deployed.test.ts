import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type AwsReply, type AwsServer, awsServer, noStack } from '../../support/aws-server.ts'
import { AWS_SETTINGS, runProgram } from '../../support/run-program.ts'
import { makeBusiness } from '../../support/shop.ts'
import { type TlsFront, tlsFront } from '../../support/tls-front.ts'

const { name: table, endpoint } = inject('table')
const folder = mkdtempSync(join(tmpdir(), 'storefront-aws-'))

let aws: AwsServer
let front: TlsFront

beforeAll(async () => {
  front = await tlsFront(endpoint)
  writeFileSync(join(folder, 'ca.pem'), front.certificate)
  aws = await awsServer(({ action, parameters: { StackName = '' } }) => {
    if (action === 'GetCallerIdentity') return identity
    if (action !== 'DescribeStacks') return { code: 'InvalidAction', message: action }
    if (StackName === 'Another') return { xml: '<Stacks><member><StackName>a</StackName></member></Stacks>' }
    const isReadOnly = StackName === 'Storefront-still'
    const hasEdge = StackName === 'Storefront-edge'
    if (StackName !== 'Storefront-staging' && !isReadOnly && !hasEdge) return noStack(StackName)
    const outputs = [
      // The API is reached through the edge alone.
      member('BaseUrl', hasEdge ? 'http://127.0.0.1:9/api/v1' : inject('baseUrl')),
      ...(hasEdge ? [member('EdgeUrl', inject('baseUrl'))] : []),
      member('TableName', table),
      ...(isReadOnly ? [member('ReadOnly', 'true')] : []),
    ].join('')
    return { xml: `<Stacks><member><Outputs>${outputs}</Outputs></member></Stacks>` }
  })
})
afterAll(() => {
  front.close()
  aws.close()
  rmSync(folder, { recursive: true })
})

const member = (name: string, value: string) =>
  `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`

const ACCOUNT: AwsReply = {
  xml: '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/a</Arn>',
}
let identity: AwsReply = ACCOUNT

/** Runs the operator as against AWS. */
const run = (...argv: string[]) =>
  runProgram('operator.js', argv, {
    ...AWS_SETTINGS,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
    AWS_ENDPOINT_URL_CLOUDFORMATION: aws.endpoint,
    AWS_ENDPOINT_URL_STS: aws.endpoint,
    XDG_CONFIG_HOME: folder,
  })

const TARGET = `working on table ${table}, account 123456789012, region eu-west-1`

test('--stack finds the table in the outputs of the stack', async () => {
  const { slug, id } = await makeBusiness()
  const before = aws.calls.length
  const { code, stdout, notes } = await run(
    'business',
    'show',
    slug,
    '--stack',
    'Storefront-staging',
    '--json',
  )
  expect({ code, notes, id: JSON.parse(stdout).id }).toEqual({ code: 0, notes: [], id })
  // A command that only reads does not ask for the account.
  expect(aws.calls.slice(before)).toMatchObject([
    { action: 'DescribeStacks', parameters: { StackName: 'Storefront-staging' } },
  ])
})

test('a command that writes names the account of the credentials, the region and the table', async () => {
  const { slug } = await makeBusiness()
  const { code, notes } = await run('business', 'suspend', slug, '--stack', 'Storefront-staging')
  expect({ code, notes }).toEqual({ code: 0, notes: [TARGET] })
})

test('on a stack that is read-only a command works, and says so in one line', async () => {
  const { slug } = await makeBusiness()
  const readOnly =
    'the stack "Storefront-still" is read-only (setting readOnly): its API refuses writes, the operator\'s commands work'
  const ofBusiness = (command: string) => run('business', command, slug, '--stack', 'Storefront-still')
  expect(await ofBusiness('suspend')).toMatchObject({ code: 0, notes: [readOnly, TARGET] })
  expect(await ofBusiness('show')).toMatchObject({ code: 0, notes: [readOnly] })
})

test('--login saves a new key for the API of the stack', async () => {
  const { slug } = await makeBusiness()
  const issue = ['key', 'issue', '--business', slug, '--name', 'laptop', '--login']
  const { code, stdout, notes } = await run(...issue, '--stack', 'Storefront-staging')
  const path = join(folder, 'storefront/credentials.json')
  expect([code, ...notes.slice(-2)]).toEqual([
    0,
    `See it: ${inject('baseUrl')}/shop/${slug}`,
    `saved in ${path}`,
  ])
  const saved = { url: inject('baseUrl'), api_key: stdout.trim() }
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(saved)
})

test.each(['Storefront-staging', 'Storefront-edge'])('a new business of %s can be seen', async (stack) => {
  const slug = `seen-${randomUUID().slice(0, 13)}`
  const create = ['business', 'create', '--name', 'A', '--currency', 'EUR', '--stack', stack]
  const { code, notes } = await run(...create, '--slug', slug)
  expect({ code, notes }).toEqual({ code: 0, notes: [TARGET, `See it: ${inject('baseUrl')}/shop/${slug}`] })
  const asJson = await run(...create, '--slug', `${slug}-2`, '--json')
  expect({ code: asJson.code, notes: asJson.notes }).toEqual({ code: 0, notes: [TARGET] })
})

test('with --table no address is known', async () => {
  const slug = `seen-${randomUUID().slice(0, 13)}`
  const argv = ['business', 'create', '--slug', slug, '--name', 'A', '--currency', 'EUR', '--table', table]
  expect(await run(...argv)).toMatchObject({ code: 0, notes: [TARGET] })
})

test('without an account nothing is written', async () => {
  identity = { code: 'InvalidClientTokenId', message: 'The security token is invalid.', status: 403 }
  const slug = `own-${Date.now().toString(36)}`
  const argv = ['business', 'create', '--slug', slug, '--name', 'A', '--currency', 'EUR', '--table', table]
  const { code, stdout, notes } = await run(...argv)
  identity = ACCOUNT
  expect({ code, stdout, notes }).toEqual({
    code: 1,
    stdout: '',
    notes: ['error: AWS does not know these credentials: check AWS_PROFILE or the access key'],
  })
  expect((await run('business', 'show', slug, '--table', table)).code).toBe(1)
})

test('a script that deletes is not asked', async () => {
  const { slug } = await makeBusiness()
  const { code, notes } = await run('business', 'delete', slug, '--confirm', 'another', '--table', table)
  expect({ code, first: notes[0] }).toEqual({ code: 1, first: TARGET })
  expect(notes[1]).toMatch(/^error: nothing was deleted; to delete /)
})

test.each([
  [
    'a stack that does not exist',
    ['--stack', 'Nowhere'],
    /^error: this account has no stack "Nowhere" in this/,
  ],
  [
    'a stack of something else',
    ['--stack', 'Another'],
    /^error: the stack "Another" has no output TableName:/,
  ],
  ['a name that no stack has', ['--stack', '1'], /^error: --stack "1" is not a valid stack name$/],
  [
    '--stack and --table',
    ['--stack', 'A', '--table', 'abc'],
    /'--stack <name>' cannot be used with option '--table/,
  ],
  [
    '--stack and --port',
    ['--stack', 'A', '--port', '1'],
    /'--port <number>' cannot be used with option '--stack/,
  ],
])('%s is one line', async (_, options, line) => {
  const { code, stdout, notes } = await run('business', 'list', ...options)
  expect({ code, stdout, notes }).toEqual({ code: 1, stdout: '', notes: [expect.stringMatching(line)] })
})

const statementsOf = (stdout: string) =>
  JSON.parse(stdout).Statement.map(({ Sid, Action }: { Sid: string; Action: string[] }) => [
    Sid,
    Action.length,
  ])

test('the policy names table, indexes and stack, and allows nothing that writes with --read-only', async () => {
  const argv = ['policy', '--stack', 'Storefront-staging']
  const [full, readOnly, ofTable] = await Promise.all([
    run(...argv),
    run(...argv, '--read-only'),
    run('policy', '--table', table),
  ])
  expect(statementsOf(full.stdout)).toEqual([
    ['Table', 12],
    ['Indexes', 1],
    ['Stack', 1],
  ])
  expect(statementsOf(readOnly.stdout)).toEqual([
    ['Table', 7],
    ['Indexes', 1],
    ['Stack', 1],
  ])
  expect(readOnly.stdout).not.toMatch(/Put|Update|Delete|Write|ConditionCheck/)
  expect(statementsOf(ofTable.stdout)).toEqual([
    ['Table', 12],
    ['Indexes', 1],
  ])
  const resources = JSON.parse(full.stdout).Statement.map(({ Resource }: { Resource: string }) => Resource)
  const [, , , region, account] = resources[0].split(':')
  expect(resources).toEqual([
    expect.stringMatching(`^arn:aws:dynamodb:.*:table/${table}$`),
    `${resources[0]}/index/*`,
    `arn:aws:cloudformation:${region}:${account}:stack/Storefront-staging/*`,
  ])
})
