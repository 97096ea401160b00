import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject } from '../domain/body/json-object.ts'
import type { Fault } from './finding.ts'

/** The faults of an update of a table, of either type, other than properties that replace it. */
export const tableFaults = (old: JsonObject, now: JsonObject): Fault[] => [
  ...keyFaults(old, now),
  ...indexFaults(indexesOf(old), indexesOf(now)),
  ...streamFaults(old.StreamSpecification, now.StreamSpecification),
  ...expiryFaults(old.TimeToLiveSpecification, now.TimeToLiveSpecification),
  ...replicaFaults(replicasOf(old), replicasOf(now)),
]

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The attributes of a key with their types, such as `HASH pk S`. */
function keysOf(schema: unknown, { AttributeDefinitions }: JsonObject): string[] {
  const types = new Map(
    objectsIn(AttributeDefinitions).map((each) => [each.AttributeName, each.AttributeType]),
  )
  return objectsIn(schema).map(
    ({ KeyType, AttributeName }) => `${KeyType} ${AttributeName} ${types.get(AttributeName)}`,
  )
}

function keyFaults(old: JsonObject, now: JsonObject): Fault[] {
  if (isDeepStrictEqual(keysOf(old.KeySchema, old), keysOf(now.KeySchema, now))) return []
  return [
    {
      what: 'the keys of the table change (KeySchema, or the type of a key attribute)',
      why: 'a table cannot get other keys: CloudFormation replaces it with an empty one',
      todo: 'set the keys back; other keys need a second table, to which you copy the data',
    },
  ]
}

type Indexes = ReadonlyMap<string, unknown>

const indexesOf = (table: JsonObject): Indexes =>
  new Map(
    objectsIn(table.GlobalSecondaryIndexes).map(({ IndexName, KeySchema, Projection }) => [
      String(IndexName),
      { keys: keysOf(KeySchema, table), projection: projectionOf(Projection) },
    ]),
  )

/** The order of the attributes has no meaning. */
const projectionOf = (projection: unknown) =>
  isJsonObject(projection) && Array.isArray(projection.NonKeyAttributes)
    ? { ...projection, NonKeyAttributes: projection.NonKeyAttributes.toSorted() }
    : projection

function indexFaults(old: Indexes, now: Indexes): Fault[] {
  const deleted = [...old.keys()].filter((name) => !now.has(name))
  const created = [...now.keys()].filter((name) => !old.has(name))
  const changed = [...old.keys()].filter(
    (name) => now.has(name) && !isDeepStrictEqual(old.get(name), now.get(name)),
  )
  const steps = [...deleted.map((name) => `deletes ${name}`), ...created.map((name) => `creates ${name}`)]
  return [
    ...changed.map(changedIndex),
    ...(steps.length > 1 ? [tooManyIndexes(steps)] : deleted.map(deletedIndex)),
  ]
}

const changedIndex = (name: string): Fault => ({
  what: `the keys or the projection of the index ${name} change`,
  why: 'CloudFormation cannot change an index, and the update fails',
  todo: 'create an index with another name in one update, read from it, and delete the old one in a later update',
})

const tooManyIndexes = (steps: readonly string[]): Fault => ({
  what: `the update ${steps.join(', ')}`,
  why: 'CloudFormation creates or deletes one index of a table per update, and this update fails',
  todo: `make ${steps.length} updates, one for each index, and wait each time until the index is ACTIVE`,
})

const deletedIndex = (name: string): Fault => ({
  isWarning: true,
  what: `the index ${name} is deleted`,
  why: 'functions that still read from it fail, also during the update',
  todo: 'deploy functions that do not read from it first',
})

function streamFaults(old: unknown, now: unknown): Fault[] {
  if (old === undefined || isDeepStrictEqual(old, now)) return []
  return [
    {
      isAcceptable: true,
      what: now === undefined ? 'the stream of the table is removed' : 'the stream of the table changes',
      why: 'its consumers lose the changes that they have not read yet',
      todo: 'set StreamSpecification back, or stop the consumers first',
    },
  ]
}

function expiryFaults(old: unknown, now: unknown): Fault[] {
  if (isDeepStrictEqual(old, now)) return []
  const attribute = isJsonObject(now) && now.Enabled !== false ? now.AttributeName : undefined
  return [
    {
      isAcceptable: true,
      what:
        attribute === undefined
          ? 'items of the table no longer expire'
          : `items of the table expire by the attribute ${String(attribute)}`,
      why:
        attribute === undefined
          ? 'events, kept responses and other items that should go stay, and are paid for'
          : 'DynamoDB deletes every item in which it has the number of a time in the past',
      todo: 'set TimeToLiveSpecification back',
    },
  ]
}

/** The protections of a table in one region. */
interface Replica {
  region: unknown
  isProtected: boolean
  isRecoverable: boolean
  /** How many days of changes can be recovered. */
  recoveryDays: number
  /** The key that encrypts it, if it is one of the account. */
  key: unknown
}

/** Of a `GlobalTable` one for each region; a `Table` has the same properties itself. */
const replicasOf = (table: JsonObject): Replica[] =>
  (table.Replicas === undefined ? [table] : objectsIn(table.Replicas)).map((replica) => ({
    region: replica.Region,
    isProtected: replica.DeletionProtectionEnabled === true,
    isRecoverable:
      isJsonObject(replica.PointInTimeRecoverySpecification) &&
      replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled === true,
    recoveryDays: isJsonObject(replica.PointInTimeRecoverySpecification)
      ? Number(replica.PointInTimeRecoverySpecification.RecoveryPeriodInDays ?? MOST_RECOVERY_DAYS)
      : MOST_RECOVERY_DAYS,
    key: isJsonObject(replica.SSESpecification) ? replica.SSESpecification.KMSMasterKeyId : undefined,
  }))

/** The recovery period of a table that does not say one. */
const MOST_RECOVERY_DAYS = 35

function replicaFaults(old: readonly Replica[], now: readonly Replica[]): Fault[] {
  const isIn = (replicas: readonly Replica[]) => (one: Replica) =>
    replicas.some(({ region }) => isDeepStrictEqual(region, one.region))
  // A stack without a region of its own writes a reference, and the same stack with one writes its name.
  const others = now.filter((replica) => !isIn(old)(replica))
  const sameAs = (before: Replica) =>
    now.find(isIn([before])) ??
    others.find(({ region }) => isJsonObject(region) !== isJsonObject(before.region))
  return old.flatMap((before) => {
    const after = sameAs(before)
    if (!after) return [lostReplica(before)]
    return [
      ...(before.isProtected && !after.isProtected ? [UNPROTECTED] : []),
      ...(before.isRecoverable && !after.isRecoverable ? [UNRECOVERABLE] : []),
      ...(after.isRecoverable && after.recoveryDays < before.recoveryDays ? [shorterRecovery(after)] : []),
      ...(isDeepStrictEqual(before.key, after.key) ? [] : [OTHER_KEY]),
    ]
  })
}

const lostReplica = ({ region }: Replica): Fault => ({
  isAcceptable: true,
  what: `the replica in ${typeof region === 'string' ? region : JSON.stringify(region)} is removed`,
  why: 'DynamoDB deletes this copy of the data, and clients in that region lose their table',
  todo: 'put the replica back',
})

const shorterRecovery = ({ recoveryDays }: Replica): Fault => ({
  isAcceptable: true,
  what: `recovery points are kept for ${recoveryDays} days`,
  why: 'DynamoDB then discards the older ones',
  todo: 'set RecoveryPeriodInDays back',
})

const OTHER_KEY: Fault = {
  isWarning: true,
  what: 'the key that encrypts the table changes',
  why: 'backups and recovery points of before still need the key of before',
  todo: 'keep that key for as long as you keep them',
}

const UNPROTECTED: Fault = {
  isAcceptable: true,
  what: 'deletion protection is switched off',
  why: 'one DeleteTable then deletes the data of all businesses',
  todo: 'set DeletionProtectionEnabled to true again',
}

const UNRECOVERABLE: Fault = {
  isAcceptable: true,
  what: 'point-in-time recovery is switched off',
  why: 'DynamoDB then discards all recovery points, and a deletion cannot be undone',
  todo: 'set PointInTimeRecoveryEnabled to true again',
}
