import { ArnFormat, RemovalPolicy, Stack, Token } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  CfnGlobalTable,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { INDEXES, STOREFRONT, TTL_ATTRIBUTE } from '../data/table/schema.ts'
import { InvalidSettings, type Settings } from './settings/settings.ts'

/** The table as the other parts need it, made by this stack or not. */
export interface StorefrontTable {
  tableName: string
  tableArn: string
  /** Events are delivered from it. */
  streamArn: string
  /** The customer's own key, if the table has one. */
  keyArn: string | undefined
}

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** The one table: a new one, or the one that the settings name. */
export function tableOf(scope: Construct, settings: Settings): StorefrontTable {
  const { tableArn, tableStreamArn, tableKeyArn: keyArn } = settings
  if (tableArn === undefined) {
    const table = createTable(scope, settings)
    const streamArn = needed(table.tableStreamArn)
    return { tableName: table.tableName, tableArn: table.tableArn, streamArn, keyArn }
  }
  const streamArn = needed(tableStreamArn)
  const stack = Stack.of(scope)
  const { resourceName = '', account } = stack.splitArn(tableArn, ArnFormat.SLASH_RESOURCE_NAME)
  // The functions look for it in the account in which they run.
  if (account !== stack.account && ![account, stack.account].some((one) => Token.isUnresolved(one)))
    throw new InvalidSettings([
      `tableArn: is in the account ${account}, but the stack is in ${stack.account}`,
    ])
  return { tableName: resourceName, tableArn, streamArn, keyArn }
}

/** The settings refuse a table without a stream, and a new table has one. */
function needed(streamArn: string | undefined): string {
  if (streamArn === undefined) throw new Error('the table has no stream')
  return streamArn
}

/**
 * All eight indexes are in the first CreateTable, because CloudFormation adds only one per later update. Paid per
 * request; kept, and protected from deletion, when the stack goes, unless the settings say `destroy`.
 */
function createTable(scope: Construct, { removalPolicy, tableKeyArn, warmThroughput }: Settings): TableV2 {
  const isKept = removalPolicy === 'retain'
  const table = new TableV2(scope, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    globalSecondaryIndexes: Object.entries(INDEXES).map(([indexName, { partition, sort }]) => ({
      indexName,
      partitionKey: text(partition),
      sortKey: text(sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [STOREFRONT.card, STOREFRONT.facets],
      ...(warmThroughput && { warmThroughput: unitsPerSecond(warmThroughput) }),
    })),
    billing: Billing.onDemand(),
    encryption:
      tableKeyArn === undefined ? TableEncryptionV2.dynamoOwnedKey() : TableEncryptionV2.awsManagedKey(),
    timeToLiveAttribute: TTL_ATTRIBUTE,
    dynamoStream: StreamViewType.KEYS_ONLY,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: isKept,
    removalPolicy: isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(warmThroughput && { warmThroughput: unitsPerSecond(warmThroughput) }),
  })
  // `customerManagedKey` would have the CDK refuse a stack without a region.
  if (tableKeyArn !== undefined && table.node.defaultChild instanceof CfnGlobalTable)
    table.node.defaultChild.addPropertyOverride('Replicas.0.SSESpecification.KMSMasterKeyId', tableKeyArn)
  return table
}

const unitsPerSecond = ({ readUnits, writeUnits }: NonNullable<Settings['warmThroughput']>) => ({
  readUnitsPerSecond: readUnits,
  writeUnitsPerSecond: writeUnits,
})
