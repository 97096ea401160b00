import { expect, test } from 'vitest'
import { InvalidSettings, readSettings } from '../../lib/infra/settings/settings.ts'
import { chooseStage } from '../../lib/infra/settings/stages.ts'
import { LOCAL, UNTHROTTLED } from '../../lib/local/local-settings.ts'
import { STAGES } from '../../storefront.config.ts'
import { EVERYTHING } from '../support/settings.ts'

/** The lines that refuse settings, without the first. */
function faultsOf(input: unknown): string[] {
  try {
    readSettings(input)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message.split('\n  ').slice(1)
    throw error
  }
  return []
}

const ARN = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const TABLE = 'arn:aws:dynamodb:eu-central-1:111122223333:table/shop'
const STREAM = `${TABLE}/stream/2026`
const CERTIFICATE = 'arn:aws:acm:eu-west-1:111122223333:certificate/1234abcd'

const EDGE_CERTIFICATE = CERTIFICATE.replace('eu-west-1', 'us-east-1')

test('no settings are a deployment', () => {
  expect(readSettings({})).toEqual({
    removalPolicy: 'retain',
    requestsPerSecond: 500,
    requestBurst: 1_000,
    adminRequestsPerSecond: 100,
    adminRequestBurst: 200,
    searchRequestsPerSecond: 200,
    searchRequestBurst: 400,
    feedRequestsPerSecond: 5,
    feedRequestBurst: 10,
    importProductsPerSecond: 40,
    importConcurrency: 5,
    reservedConcurrency: {},
    provisionedConcurrency: {},
    webhookConcurrency: 100,
    logRetentionDays: 30,
    media: false,
    readOnly: false,
    shopPage: true,
    tracing: false,
    logCallerAddresses: false,
    tags: {},
    listMemorySeconds: 1,
  })
})

test('every setting can be set at once', () => {
  expect(readSettings(EVERYTHING)).toEqual(EVERYTHING)
})

test.each([
  ['region', 'Frankfurt', 'must be an AWS region like eu-central-1'],
  ['removalPolicy', 'delete', 'must be retain or destroy'],
  ['requestsPerSecond', 'abc', 'must be a number greater than 0 and at most 10000'],
  ['requestsPerSecond', 0, 'must be a number greater than 0 and at most 10000'],
  ['importProductsPerSecond', 0.5, 'must be a number from 1 to 10000'],
  ['importProductsPerSecond', 10_001, 'must be a number from 1 to 10000'],
  ['requestBurst', 1.5, 'must be a whole number from 1 to 10000'],
  ['adminRequestsPerSecond', -1, 'must be a number greater than 0 and at most 10000'],
  ['adminRequestsPerSecond', null, 'must be a number greater than 0 and at most 10000'],
  ['adminRequestBurst', '200', 'must be a whole number from 1 to 10000'],
  ['reservedConcurrency', 5, 'must be an object'],
  ['webhookConcurrency', 1, 'must be a whole number from 2 to 1000'],
  ['importConcurrency', 1, 'must be a whole number from 2 to 100'],
  ['importConcurrency', 101, 'must be a whole number from 2 to 100'],
  ['logRetentionDays', 31, 'must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180'],
  ['tableKeyArn', 'alias/shop', 'must be an ARN like arn:aws:kms:<region>:<account>:key/<id>'],
  ['logKeyArn', TABLE, 'must be an ARN like arn:aws:kms:<region>:<account>:key/<id>'],
  ['alarmEmail', 'ops', 'must be an email address'],
  ['monthlyBudgetUsd', 0, 'must be a whole number from 1 to 1000000000'],
  ['domainName', 'https://api.example.com', 'must be a domain name in lower case like api.example.com'],
  ['certificateArn', 'x', 'must be an ARN like arn:aws:acm:<region>:<account>:certificate/<id>'],
  ['edge', true, 'must be an object'],
  ['media', {}, 'must be true or false'],
  ['readOnly', 'true', 'must be true or false'],
  ['shopPage', 'false', 'must be true or false'],
  ['tracing', 'yes', 'must be true or false'],
  ['logCallerAddresses', 1, 'must be true or false'],
  ['warmThroughput', 'much', 'must be an object'],
  ['tags', 'shop', 'must be an object'],
  ['tableArn', 'shop', 'must be an ARN like arn:aws:dynamodb:<region>:<account>:table/<name>'],
  [
    'tableStreamArn',
    TABLE,
    'must be an ARN like arn:aws:dynamodb:<region>:<account>:table/<name>/stream/<time>',
  ],
  ['listMemorySeconds', 60, 'must be 0 or 1'],
  ['documentationUrl', 'http://example.com', 'must be a URL that begins with https://'],
] as const)('%s: %j is refused', (name, value, rule) => {
  const [fault = '', ...others] = faultsOf({ [name]: value }).filter(
    (line) => !line.includes('which is not set'),
  )
  expect(fault).toContain(`${name}: ${rule}`)
  expect(fault).toMatch(new RegExp(`, not ${JSON.stringify(value)}$`))
  expect(others).toEqual([])
})

test.each([
  [
    { reservedConcurrency: { public: 0 } },
    'reservedConcurrency.public: must be a whole number from 1 to 100000',
  ],
  [
    { reservedConcurrency: { background: 1 } },
    'reservedConcurrency.background: must be a whole number from 2 to 100000',
  ],
  [
    { provisionedConcurrency: { background: 1 } },
    'provisionedConcurrency.background: is not a setting: remove it',
  ],
  [{ provisionedConcurrency: { admin: 1 } }, 'provisionedConcurrency.admin: is not a setting: remove it'],
  [{ colour: 'red' }, 'colour: is not a setting: remove it'],
  [{ requestPerSecond: 5 }, 'requestPerSecond: is not a setting; did you mean requestsPerSecond?'],
  [{ Media: true }, 'Media: is not a setting; did you mean media?'],
  [{ edge: { webAcl: 'x' } }, 'edge.webAcl: is not a setting: remove it'],
  [{ edge: { domian: 'x' } }, 'edge.domian: is not a setting; did you mean edge.domain?'],
  [
    { edge: { webAclArn: 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/shops/1' } },
    'edge.webAclArn: must be in us-east-1, as everything that CloudFront takes, like arn:aws:wafv2:us-east-1:<account>:global/webacl/<name>/<id>, not "',
  ],
  [{ provisionedConcurrency: { shop: 1 } }, 'provisionedConcurrency.shop: is not a setting: remove it'],
  [{ warmThroughput: { readUnits: 1 } }, 'warmThroughput.readUnits: must be a whole number from 12000'],
  [
    { tags: { 'aws:x': 'y' } },
    'tags.aws:x: must have a name of 1 to 128 characters that does not begin with aws:',
  ],
  [{ tags: { x: 5 } }, 'tags.x: must be a text of at most 256 characters'],
])('%j is refused', (settings, fault) => {
  expect(faultsOf(settings)[0]).toContain(fault)
})

test.each([
  [{ domainName: 'api.example.com' }, 'domainName: needs certificateArn, which is not set'],
  [{ certificateArn: CERTIFICATE }, 'certificateArn: needs domainName, which is not set'],
  [{ monthlyBudgetUsd: 50 }, 'monthlyBudgetUsd: needs alarmEmail, which is not set'],
  [
    { tableArn: TABLE, tableStreamArn: STREAM },
    'tableArn: needs region, which is not set: the table must be in the region of the stack',
  ],
  [{ hostedZoneId: 'Z123' }, 'hostedZoneId: needs domainName, which is not set'],
  [
    { region: 'eu-central-1', tableArn: TABLE },
    "tableArn: needs tableStreamArn, which is not set: webhooks are delivered from the table's stream",
  ],
  [{ region: 'eu-west-1', logKeyArn: ARN }, 'logKeyArn: is in eu-central-1, but region is eu-west-1'],
  [
    { region: 'eu-central-1', tableArn: TABLE, tableStreamArn: `${TABLE}2/stream/2026-01-01T00:00:00.000` },
    'tableStreamArn: is of another table than tableArn',
  ],
  [{ media: true }, 'media: needs edge, which is not set: pictures are read through it'],
  [{ edge: { domain: 'shops.example.com' } }, 'edge.domain: needs edge.certificateArn, which is not set'],
  [
    { edge: { certificateArn: EDGE_CERTIFICATE } },
    'edge.certificateArn: needs edge.domain, which is not set',
  ],
  [
    {
      domainName: 'api.example.com',
      certificateArn: CERTIFICATE,
      edge: { domain: 'api.example.com', certificateArn: EDGE_CERTIFICATE },
    },
    'edge.domain: must be another name than domainName, to which the edge sends its requests',
  ],
  [{ tableStreamArn: STREAM }, 'tableStreamArn: needs tableArn, which is not set'],
  [
    { region: 'eu-central-1', tableArn: TABLE, tableStreamArn: STREAM, removalPolicy: 'destroy' },
    'removalPolicy: is of a new table, but tableArn names one that exists',
  ],
  [
    { reservedConcurrency: { public: 5 }, provisionedConcurrency: { public: 6 } },
    'provisionedConcurrency.public: is more than reservedConcurrency.public, 5',
  ],
  [
    { reservedConcurrency: { background: 99 } },
    'reservedConcurrency.background: is less than webhookConcurrency, 100',
  ],
  [
    { reservedConcurrency: { background: 9 }, webhookConcurrency: 10 },
    'reservedConcurrency.background: is less than webhookConcurrency, 10',
  ],
  [
    { reservedConcurrency: { background: 19 }, webhookConcurrency: 10, importConcurrency: 20 },
    'reservedConcurrency.background: is less than importConcurrency, 20',
  ],
  [
    { reservedConcurrency: { background: 4 }, webhookConcurrency: 2 },
    'reservedConcurrency.background: is less than importConcurrency, 5',
  ],
])('%j contradicts itself', (settings, fault) => {
  expect(faultsOf(settings)).toEqual([fault])
})

test('as many background functions can be reserved as webhooks are delivered to at once', () => {
  expect(faultsOf({ reservedConcurrency: { background: 100 } })).toEqual([])
  expect(faultsOf({ reservedConcurrency: { background: 5 }, webhookConcurrency: 5 })).toEqual([])
})

test('a certificate of the edge in another region is refused in one line', () => {
  const edge = { domain: 'shops.example.com', certificateArn: CERTIFICATE }
  expect(faultsOf({ edge })).toEqual([
    `edge.certificateArn: must be in us-east-1, as everything that CloudFront takes, like arn:aws:acm:us-east-1:<account>:certificate/<id>, not "${CERTIFICATE}"`,
  ])
})

test('all faults are named at once', () => {
  const faults = faultsOf({
    requestsPerSecond: 'abc',
    tracing: 'yes',
    domainName: 'api.example.com',
    other: 1,
  })
  expect(faults.map((line) => line.split(':')[0])).toEqual([
    'requestsPerSecond',
    'tracing',
    'other',
    'domainName',
  ])
})

test('of several unknown names each is named, also of those in a setting', () => {
  expect(faultsOf({ colour: 1, edge: { domian: 'x', size: 2 }, tracin: true })).toEqual([
    'colour: is not a setting: remove it',
    'edge.domian: is not a setting; did you mean edge.domain?',
    'edge.size: is not a setting: remove it',
    'tracin: is not a setting; did you mean tracing?',
  ])
})

test.each([null, 'settings'])('%j is not an object of settings', (input) => {
  expect(faultsOf(input)).toEqual([`settings: must be an object, not ${JSON.stringify(input)}`])
})

test('the default stage keeps the name of the stack, and another has its own', () => {
  expect(chooseStage(STAGES, {}).stackName).toBe('Storefront')
  const staging = chooseStage(STAGES, { stage: 'staging' })
  expect(staging).toMatchObject({ stackName: 'Storefront-staging', settings: { removalPolicy: 'destroy' } })
})

test('a setting on the command line takes the place of that of the stage', () => {
  const given = {
    requestsPerSecond: '7',
    tracing: 'true',
    tags: '{"team":"shop"}',
    alarmEmail: 'ops@example.com',
  }
  const { settings } = chooseStage({ default: { requestsPerSecond: 5, requestBurst: 6 } }, given)
  expect(settings).toMatchObject({
    requestsPerSecond: 7,
    requestBurst: 6,
    tracing: true,
    tags: { team: 'shop' },
    alarmEmail: 'ops@example.com',
  })
})

test('null on the command line takes a setting of the stage away', () => {
  const stage = { domainName: 'api.example.com', tracing: true }
  const { settings } = chooseStage({ default: stage }, { domainName: 'null', tracing: null })
  expect(settings).toMatchObject({ tracing: false })
  expect(settings).not.toHaveProperty('domainName')
})

test.each([LOCAL, UNTHROTTLED])(
  'on this machine no stage is read-only or without a table of its own',
  (local) => {
    const region = 'eu-central-1'
    const tableArn = `arn:aws:dynamodb:${region}:111122223333:table/restored`
    const tableStreamArn = `${tableArn}/stream/2026-11-28T10:00:00.000`
    const stages = { default: { region, readOnly: true, tableArn, tableStreamArn } }
    expect(chooseStage(stages, {}).settings).toMatchObject({ readOnly: true, tableArn })
    const { settings } = chooseStage(stages, local)
    expect(settings).toMatchObject({ region, readOnly: false })
    expect(settings).not.toHaveProperty('tableArn')
    expect(settings).not.toHaveProperty('tableStreamArn')
  },
)

test.each([
  [{ stage: 'prod' }, 'stage: storefront.config.ts has no stage "prod"; it has default, my_stage'],
  [{ stage: 'toString' }, 'stage: storefront.config.ts has no stage "toString"; it has default, my_stage'],
  [{ stage: 'my_stage' }, 'stage: the name must be 1 to 40 letters, digits and hyphens, not "my_stage"'],
])('%j is refused', (context, fault) => {
  expect(() => chooseStage({ default: {}, my_stage: {} }, context)).toThrow(fault)
})

test('a name on the command line that is not a setting is refused, with each other one; those of the CDK pass', () => {
  const given = {
    colour: 'red',
    tracin: 'true',
    stge: 'staging',
    'aws:cdk:enable-path-metadata': true,
    '@aws-cdk/core:target-partitions': ['aws'],
  }
  expect(() => chooseStage({ default: {} }, given)).toThrow(
    new InvalidSettings([
      '-c colour: is not a setting: remove it',
      '-c tracin: is not a setting; did you mean tracing?',
      '-c stge: is not a setting; did you mean stage?',
    ]),
  )
  const { colour: _, tracin: __, stge: ___, ...ofTheCdk } = given
  expect(chooseStage({ default: {} }, ofTheCdk).stackName).toBe('Storefront')
})
