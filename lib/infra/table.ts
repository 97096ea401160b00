import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { INDEXES, STOREFRONT, TTL_ATTRIBUTE } from '../data/table/schema.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })

/**
 * The one table. All eight indexes are in the first CreateTable, because CloudFormation adds only one per later
 * update. Paid per request; kept, and protected from deletion, when the stack goes.
 */
export function createTable(scope: Construct): TableV2 {
  return new TableV2(scope, 'Table', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    globalSecondaryIndexes: Object.entries(INDEXES).map(([indexName, { partition, sort }]) => ({
      indexName,
      partitionKey: text(partition),
      sortKey: text(sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [STOREFRONT.card, STOREFRONT.facets],
    })),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.dynamoOwnedKey(),
    timeToLiveAttribute: TTL_ATTRIBUTE,
    dynamoStream: StreamViewType.KEYS_ONLY,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
}
