import type { AttributeDefinition, CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { operate } from '../operate.ts'
import { carryOut, makeTable, stated } from './checked-table.ts'

const commandsOf = (stdout: string) =>
  stdout.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []))

const IN_ORDER = 'the table has the settings that Storefront needs'

test('the table of the template has no differences; the settings of a stage on it and verify are named', async () => {
  const arn = `arn:aws:dynamodb:([^:]+):[0-9]+:table/${await makeTable()}`
  const lines = [
    'settings in storefront.config.ts .*',
    `  region: '.+',`,
    `  tableArn: '${arn}',`,
    `  tableStreamArn: '${arn}/stream/.+',`,
  ]
  expect(await operate('table', 'check')).toEqual({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${[IN_ORDER, ...lines].join('\\n')}$`)),
    notes: ['`operator verify --business <slug>` checks the data of a business'],
  })
})

const isOf = (name: string) => (index: { IndexName?: string | undefined }) => index.IndexName === name

const DIFFERENT: [
  what: string,
  line: string | RegExp,
  change: (input: CreateTableCommandInput) => void,
  timeToLive?: string,
][] = [
  ['no time to live', 'time to live is off: items that have expired stay in the table', () => {}, ''],
  [
    'another attribute of time to live',
    /^time to live uses the attribute ends, not ttl; DynamoDB accepts one change/,
    () => {},
    'ends',
  ],
  ['no stream', 'the stream is off', (input) => delete input.StreamSpecification],
  [
    'a stream of another view',
    /^the stream has NEW_IMAGE, not KEYS_ONLY; consumers/,
    (input) =>
      Object.assign(input, { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } }),
  ],
  [
    'no deletion protection',
    'deletion protection is off',
    (input) => Object.assign(input, { DeletionProtectionEnabled: false }),
  ],
  [
    'an index that is missing',
    /^the index shelf-price is missing; DynamoDB creates or deletes one index at a time/,
    (input) => {
      input.GlobalSecondaryIndexes = input.GlobalSecondaryIndexes?.filter((one) => !isOf('shelf-price')(one))
    },
  ],
  [
    'an index with other keys',
    /^the index store-name has the keys store \(HASH, S\), by_price \(RANGE, S\); public lists fail/,
    (input) =>
      Object.assign(input.GlobalSecondaryIndexes?.find(isOf('store-name'))?.KeySchema?.[1] ?? {}, {
        AttributeName: 'by_price',
      }),
  ],
  [
    'an index with another projection',
    /^the index store-name has the projection ALL; public lists fail/,
    (input) =>
      Object.assign(input.GlobalSecondaryIndexes?.find(isOf('store-name')) ?? {}, {
        Projection: { ProjectionType: 'ALL' },
      }),
  ],
  [
    'an index that projects too little',
    /^the index store-name has the projection INCLUDE card;/,
    (input) =>
      Object.assign(input.GlobalSecondaryIndexes?.find(isOf('store-name')) ?? {}, {
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['card'] },
      }),
  ],
  [
    'provisioned capacity',
    'the table is not billed per request',
    (input) => {
      const ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
      Object.assign(input, { BillingMode: 'PROVISIONED', ProvisionedThroughput })
      for (const index of input.GlobalSecondaryIndexes ?? []) Object.assign(index, { ProvisionedThroughput })
    },
  ],
]

test.each(DIFFERENT)('%s is found, and its commands repair it', async (_, line, change, timeToLive) => {
  const name = await makeTable(change, timeToLive)
  const { code, stdout } = await operate('table', 'check')
  expect(code).toBe(1)
  const [first, ...rest] = stdout.split('\n')
  expect(first).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
  expect(rest.at(-1)).toMatch(/^1 difference; run the commands one after the other, and then/)
  const commands = commandsOf(stdout)
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) {
    expect(command).toContain(`--table-name ${name} `)
    await carryOut(command)
    await settled()
  }
  expect((await operate('table', 'check')).stdout).toContain(IN_ORDER)
})

test.each(['CREATING', 'DELETING'])(
  'for an index that is %s nothing can be done but wait',
  async (status) => {
    // One that is being deleted is not judged.
    const projection = { ProjectionType: 'ALL' }
    await makeTable((input) => {
      const index = input.GlobalSecondaryIndexes?.find(isOf('store-name'))
      if (status === 'DELETING') Object.assign(index ?? {}, { Projection: projection })
    })
    stated.index = status
    const { code, stdout } = await operate('table', 'check')
    stated.index = undefined
    expect({ code, commands: commandsOf(stdout) }).toEqual({ code: 1, commands: [] })
    expect(stdout).toContain(
      `the index store-name is ${status}, not ACTIVE; wait, and run \`operator table check\` again`,
    )
  },
)

test('a table that is not ready yet is found', async () => {
  const name = await makeTable()
  stated.table = 'CREATING'
  const { code, stdout } = await operate('table', 'check')
  stated.table = undefined
  expect({ code, lines: stdout.split('\n').slice(0, 2) }).toEqual({
    code: 1,
    lines: [
      'the table is CREATING, not ACTIVE: requests can fail until it is',
      `  aws dynamodb wait table-exists --table-name ${name}`,
    ],
  })
})

test('no point-in-time recovery is found, and its command switches it on', async () => {
  await makeTable()
  stated.recovery = 'DISABLED'
  const { code, stdout } = await operate('table', 'check')
  expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 1, first: 'point-in-time recovery is off' })
  for (const command of commandsOf(stdout)) await carryOut(command)
  expect((await operate('table', 'check')).code).toBe(0)
})

test('an engine without point-in-time recovery is said to have none', async () => {
  await makeTable()
  stated.recovery = 'unknown'
  const { code, notes } = await operate('table', 'check')
  stated.recovery = 'ENABLED'
  expect({ code, note: notes[0] }).toEqual({
    code: 0,
    note: expect.stringMatching(/^not checked: point-in-time/),
  })
})

test.each<[string, string, (input: CreateTableCommandInput) => void]>([
  [
    'another name',
    'the keys of the table are id (HASH, S), sk (RANGE, S), not',
    ({ KeySchema, AttributeDefinitions }) => {
      Object.assign(KeySchema?.[0] ?? {}, { AttributeName: 'id' })
      Object.assign(AttributeDefinitions?.[0] ?? {}, { AttributeName: 'id' })
    },
  ],
  [
    'another type',
    'the keys of the table are pk (HASH, S), sk (RANGE, N), not',
    ({ AttributeDefinitions }) => Object.assign(ofSk(AttributeDefinitions), { AttributeType: 'N' }),
  ],
])('%s of a key cannot be repaired', async (_, start, change) => {
  await makeTable(change)
  const { code, stdout } = await operate('table', 'check', '--json')
  const { differences } = JSON.parse(stdout)
  expect({ code, differences }).toEqual({
    code: 1,
    differences: [
      {
        what: expect.stringContaining(start),
        commands: [],
        note: expect.stringMatching(/^the keys of a table cannot be changed: check the name/),
      },
    ],
  })
})

const ofSk = (definitions: AttributeDefinition[] | undefined) =>
  definitions?.find(({ AttributeName }) => AttributeName === 'sk') ?? {}

/** DynamoDB Local changes a table after it has replied. */
async function settled(): Promise<void> {
  const states = async () => {
    const { stdout } = await operate('table', 'check', '--json')
    return JSON.parse(stdout)
      .differences.map(({ what }: { what: string }) => what)
      .join()
  }
  while (/(CREATING|UPDATING|DELETING)/.test(await states())) await new Promise(setImmediate)
}
