import { expect, inject, test } from 'vitest'
import { compareTemplates } from '../../lib/upgrade/compare.ts'
import { readStackTemplate } from '../../lib/upgrade/template.ts'
import { readTemplate } from '../support/template.ts'

const template = readTemplate(inject('assemblyDir'))
const [tableId = ''] =
  Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable') ?? []

interface Attribute {
  AttributeName: string
}
interface Index {
  IndexName: string
  KeySchema: Attribute[]
  Projection: { NonKeyAttributes: string[] }
}
interface Replica {
  Region: unknown
  DeletionProtectionEnabled?: boolean
  PointInTimeRecoverySpecification?: { PointInTimeRecoveryEnabled: boolean; RecoveryPeriodInDays?: number }
  SSESpecification?: { KMSMasterKeyId: string }
}
/** As much of the table as the tests change. */
interface Table {
  AttributeDefinitions: (Attribute & { AttributeType: string })[]
  KeySchema: Attribute[]
  GlobalSecondaryIndexes: Index[]
  Replicas: Replica[]
  StreamSpecification?: { StreamViewType: string }
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean }
}

const tableOf = (type: string, properties: object) =>
  readStackTemplate(
    JSON.stringify({ Resources: { [tableId]: { Type: type, Properties: properties } } }),
    'a template',
  )

/** The real table before and after a change, and what is found. */
function found(change: (table: Table) => void, before: (table: Table) => void = () => {}) {
  const properties = JSON.stringify(template.Resources[tableId]?.Properties)
  const [old, now]: [Table, Table] = [JSON.parse(properties), JSON.parse(properties)]
  before(old)
  before(now)
  change(now)
  const type = 'AWS::DynamoDB::GlobalTable'
  return compareTemplates(tableOf(type, old), tableOf(type, now))
}

const first = <T>([one]: T[]): T => {
  if (one === undefined) throw new Error('the list is empty')
  return one
}

test('another order of attributes, indexes and projected attributes has no findings', () => {
  const all = found((table) => {
    table.AttributeDefinitions.reverse()
    table.GlobalSecondaryIndexes.reverse()
    first(table.GlobalSecondaryIndexes).Projection.NonKeyAttributes.reverse()
  })
  expect(all).toEqual([])
})

test.each<[string, (table: Table) => void]>([
  ['another key attribute', ({ KeySchema }) => Object.assign(first(KeySchema), { AttributeName: 'store' })],
  ['no sort key', ({ KeySchema }) => KeySchema.pop()],
  [
    'another type of a key attribute',
    ({ AttributeDefinitions }) => Object.assign(first(AttributeDefinitions), { AttributeType: 'N' }),
  ],
])('%s is refused, and cannot be accepted', (_, change) => {
  expect(found(change)).toEqual([
    expect.objectContaining({
      isAcceptable: false,
      isWarning: false,
      what: expect.stringMatching(/^the keys/),
    }),
  ])
})

test.each<[string, (table: Table) => void]>([
  [
    'another key',
    ({ GlobalSecondaryIndexes: [one] }) =>
      Object.assign(first(one?.KeySchema ?? []), { AttributeName: 'pk' }),
  ],
  ['another projection', ({ GlobalSecondaryIndexes: [one] }) => one?.Projection.NonKeyAttributes.pop()],
])('%s of an index is refused', (_, change) => {
  expect(found(change)).toEqual([
    expect.objectContaining({
      isAcceptable: false,
      isWarning: false,
      what: 'the keys or the projection of the index store-position change',
    }),
  ])
})

const create = (table: Table, name: string) =>
  table.GlobalSecondaryIndexes.push({ ...first(table.GlobalSecondaryIndexes), IndexName: name })

test('one new index can be deployed, and one that is deleted is a warning', () => {
  expect(found((table) => create(table, 'new'))).toEqual([])
  expect(found((table) => table.GlobalSecondaryIndexes.shift())).toEqual([
    expect.objectContaining({ isWarning: true, what: 'the index store-position is deleted' }),
  ])
})

test.each<[string, string, (table: Table) => void]>([
  [
    'two new indexes',
    'the update creates one, creates two',
    (table) => {
      create(table, 'one')
      create(table, 'two')
    },
  ],
  [
    'an index that is renamed',
    'the update deletes store-position, creates new',
    (table) => Object.assign(first(table.GlobalSecondaryIndexes), { IndexName: 'new' }),
  ],
  [
    'two deleted indexes',
    'the update deletes store-position, deletes store-name',
    (table) => table.GlobalSecondaryIndexes.splice(0, 2),
  ],
])('%s are too many for one update', (_, what, change) => {
  expect(found(change)).toEqual([expect.objectContaining({ isWarning: false, isAcceptable: false, what })])
})

const PROTECTIONS: [string, string, (table: Table) => unknown][] = [
  [
    'a stream that is removed',
    'the stream of the table is removed',
    (table) => delete table.StreamSpecification,
  ],
  [
    'a stream of another view',
    'the stream of the table changes',
    (table) => Object.assign(table.StreamSpecification ?? {}, { StreamViewType: 'NEW_IMAGE' }),
  ],
  [
    'deletion protection that is not said',
    'deletion protection is switched off',
    ({ Replicas }) => delete first(Replicas).DeletionProtectionEnabled,
  ],
  [
    'deletion protection that is false',
    'deletion protection is switched off',
    ({ Replicas }) => Object.assign(first(Replicas), { DeletionProtectionEnabled: false }),
  ],
  [
    'point-in-time recovery that is not said',
    'point-in-time recovery is switched off',
    ({ Replicas }) => delete first(Replicas).PointInTimeRecoverySpecification,
  ],
]

test.each(PROTECTIONS)('%s is refused, unless it is accepted', (_, what, change) => {
  expect(found(change)).toEqual([expect.objectContaining({ isWarning: false, isAcceptable: true, what })])
})

test('a stream that is added has no findings', () => {
  const none = (table: Table) => delete table.StreamSpecification
  const added = (table: Table) =>
    Object.assign(table, { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } })
  expect(found(added, none)).toEqual([])
})

const addReplica = ({ Replicas }: Table) => Replicas.push({ Region: 'eu-west-1' })

test('a replica that is removed is refused; a region that is written in another way is the same', () => {
  expect(found(({ Replicas }) => Replicas.pop(), addReplica)).toEqual([
    expect.objectContaining({ isAcceptable: true, what: 'the replica in eu-west-1 is removed' }),
  ])
  expect(found(addReplica)).toEqual([])
  const explicit = ({ Replicas }: Table) => Object.assign(first(Replicas), { Region: 'eu-west-1' })
  expect(found(explicit)).toEqual([])
})

test('a table of the older type has the same protections, as its own properties', () => {
  const type = 'AWS::DynamoDB::Table'
  const keys = {
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  }
  const old = {
    ...keys,
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  }
  expect(compareTemplates(tableOf(type, old), tableOf(type, old))).toEqual([])
  expect(compareTemplates(tableOf(type, old), tableOf(type, keys)).map(({ what }) => what)).toEqual([
    'deletion protection is switched off',
    'point-in-time recovery is switched off',
  ])
})

test.each([
  [
    'another attribute',
    { AttributeName: 'created', Enabled: true },
    'items of the table expire by the attribute created',
  ],
  ['none', undefined, 'items of the table no longer expire'],
  [
    'one that is switched off',
    { AttributeName: 'ttl', Enabled: false },
    'items of the table no longer expire',
  ],
])('items that expire by %s are refused, unless it is accepted', (_, expiry, what) => {
  const all = found((table) => {
    if (expiry) table.TimeToLiveSpecification = expiry
    else delete table.TimeToLiveSpecification
  })
  expect(all).toMatchObject([{ what, isAcceptable: true, isWarning: false }])
})

test('fewer days of recovery are refused, unless they are accepted', () => {
  const all = found((table) => {
    const [replica] = table.Replicas
    if (replica)
      replica.PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 }
  })
  expect(all).toMatchObject([
    { what: 'recovery points are kept for 7 days', isAcceptable: true, isWarning: false },
  ])
})

test('another key of the table is a warning: backups need the one before', () => {
  const all = found((table) => {
    const [replica] = table.Replicas
    if (replica) replica.SSESpecification = { KMSMasterKeyId: 'another' }
  })
  expect(all).toMatchObject([{ what: 'the key that encrypts the table changes', isWarning: true }])
})
