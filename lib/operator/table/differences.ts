import { isDeepStrictEqual } from 'node:util'
import type { GlobalSecondaryIndexDescription, KeySchemaElement } from '@aws-sdk/client-dynamodb'
import { INDEXES, STOREFRONT, TTL_ATTRIBUTE } from '../../data/table/schema.ts'
import type { TableState } from './table-state.ts'

/** A setting of a table that differs from the schema. */
export interface Difference {
  /** The difference: a clause without a full stop. */
  what: string
  /** The commands that repair it, in their order; none if nothing can. */
  commands: string[]
  /** Further advice. */
  note?: string
}

const STREAM_VIEW = 'KEYS_ONLY'

/** Every difference between a table and the schema of this version. */
export function differencesOf(state: TableState, tableName: string): Difference[] {
  const update = (options: string) => `aws dynamodb update-table --table-name ${tableName} ${options}`
  return [
    ...statusDifference(state, tableName),
    ...keyDifference(state),
    ...indexDifferences(state, update),
    ...timeToLiveDifference(state, tableName),
    ...streamDifference(state, update),
    ...recoveryDifference(state, tableName),
    ...(state.table.DeletionProtectionEnabled
      ? []
      : [{ what: 'deletion protection is off', commands: [update('--deletion-protection-enabled')] }]),
    ...(state.table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST'
      ? []
      : [
          {
            what: 'the table is not billed per request',
            commands: [update('--billing-mode PAY_PER_REQUEST')],
          },
        ]),
  ]
}

type Update = (options: string) => string

/** A value as one word of a shell. No value here has a quote in it. */
const json = (value: unknown) => `'${JSON.stringify(value)}'`

function statusDifference({ table }: TableState, tableName: string): Difference[] {
  if (table.TableStatus === 'ACTIVE') return []
  return [
    {
      what: `the table is ${table.TableStatus}, not ACTIVE: requests can fail until it is`,
      commands: [`aws dynamodb wait table-exists --table-name ${tableName}`],
    },
  ]
}

const keySchema = (partition: string, sort: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
]

function keyDifference(state: TableState): Difference[] {
  const found = typedKeys(state.table.KeySchema, state)
  if (isDeepStrictEqual(found, typedKeys(keySchema('pk', 'sk')))) return []
  return [
    {
      what: `the keys of the table are ${found.join(', ')}, not pk (HASH, S), sk (RANGE, S)`,
      commands: [],
      note: 'the keys of a table cannot be changed: check the name of the table, or restore a backup of a table that Storefront created',
    },
  ]
}

/** Keys as people read them, with the types of their attributes; without a state each is a string. */
function typedKeys(schema: KeySchemaElement[] | undefined, state?: TableState): string[] {
  const types = new Map(
    state?.table.AttributeDefinitions?.map((each) => [each.AttributeName, each.AttributeType]),
  )
  return (schema ?? []).map(
    ({ AttributeName, KeyType }) =>
      `${AttributeName} (${KeyType}, ${state ? types.get(AttributeName) : 'S'})`,
  )
}

const PROJECTED = [STOREFRONT.card, STOREFRONT.facets]

function indexDifferences(state: TableState, update: Update): Difference[] {
  const found = new Map(state.table.GlobalSecondaryIndexes?.map((index) => [index.IndexName, index]))
  return Object.entries(INDEXES).flatMap(([name, { partition, sort }]): Difference[] => {
    const index = found.get(name)
    const create = update(createOptions(name, partition, sort))
    if (!index) return [{ what: `the index ${name} is missing`, commands: [create], note: ONE_AT_A_TIME }]
    // The settings of an index that is being deleted do not matter.
    const isLeaving = index.IndexStatus === 'DELETING'
    const faults = isLeaving ? [] : indexFaults(index, state, keySchema(partition, sort))
    if (faults.length > 0)
      return [
        {
          what: `the index ${name} has ${faults.join(' and ')}`,
          commands: [
            update(`--global-secondary-index-updates ${json([{ Delete: { IndexName: name } }])}`),
            create,
          ],
          note: `public lists fail until the index is ACTIVE again; ${ONE_AT_A_TIME}`,
        },
      ]
    if (index.IndexStatus === 'ACTIVE') return []
    return [{ what: `the index ${name} is ${index.IndexStatus}, not ACTIVE`, commands: [], note: WAIT }]
  })
}

const ONE_AT_A_TIME =
  'DynamoDB creates or deletes one index at a time: run a command when `operator table check` shows no index that is CREATING or DELETING'
const WAIT = 'wait, and run `operator table check` again'

function indexFaults(
  { KeySchema, Projection }: GlobalSecondaryIndexDescription,
  state: TableState,
  wanted: KeySchemaElement[],
): string[] {
  const keys = typedKeys(KeySchema, state)
  const projected = Projection?.NonKeyAttributes?.toSorted() ?? []
  return [
    ...(isDeepStrictEqual(keys, typedKeys(wanted)) ? [] : [`the keys ${keys.join(', ')}`]),
    ...(isDeepStrictEqual(projected, PROJECTED)
      ? []
      : [`the projection ${[Projection?.ProjectionType, ...projected].join(' ')}`]),
  ]
}

const createOptions = (IndexName: string, partition: string, sort: string) =>
  [
    '--attribute-definitions',
    json([partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }))),
    '--global-secondary-index-updates',
    json([
      {
        Create: {
          IndexName,
          KeySchema: keySchema(partition, sort),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: PROJECTED },
        },
      },
    ]),
  ].join(' ')

function timeToLiveDifference({ timeToLive }: TableState, tableName: string): Difference[] {
  const { TimeToLiveStatus = 'DISABLED', AttributeName } = timeToLive
  const isOn = TimeToLiveStatus === 'ENABLED' || TimeToLiveStatus === 'ENABLING'
  if (isOn && AttributeName === TTL_ATTRIBUTE) return []
  const set = (Enabled: boolean, attribute: string) =>
    `aws dynamodb update-time-to-live --table-name ${tableName} --time-to-live-specification ${json({ Enabled, AttributeName: attribute })}`
  return [
    {
      what: isOn
        ? `time to live uses the attribute ${AttributeName}, not ${TTL_ATTRIBUTE}`
        : 'time to live is off: items that have expired stay in the table',
      commands: [...(isOn ? [set(false, AttributeName ?? '')] : []), set(true, TTL_ATTRIBUTE)],
      ...((isOn || TimeToLiveStatus === 'DISABLING') && {
        note: 'DynamoDB accepts one change of time to live per hour',
      }),
    },
  ]
}

function streamDifference({ table: { StreamSpecification } }: TableState, update: Update): Difference[] {
  const { StreamEnabled = false, StreamViewType } = StreamSpecification ?? {}
  if (StreamEnabled && StreamViewType === STREAM_VIEW) return []
  const set = (specification: object) => update(`--stream-specification ${json(specification)}`)
  return [
    {
      what: StreamEnabled ? `the stream has ${StreamViewType}, not ${STREAM_VIEW}` : 'the stream is off',
      commands: [
        ...(StreamEnabled ? [set({ StreamEnabled: false })] : []),
        set({ StreamEnabled: true, StreamViewType: STREAM_VIEW }),
      ],
      ...(StreamEnabled && { note: 'consumers of the old stream must be pointed at the new one' }),
    },
  ]
}

function recoveryDifference({ isRecoverable }: TableState, tableName: string): Difference[] {
  if (isRecoverable !== false) return []
  const on = json({ PointInTimeRecoveryEnabled: true })
  return [
    {
      what: 'point-in-time recovery is off',
      commands: [
        `aws dynamodb update-continuous-backups --table-name ${tableName} --point-in-time-recovery-specification ${on}`,
      ],
    },
  ]
}
