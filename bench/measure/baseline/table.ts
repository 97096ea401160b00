import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { productStorefront } from '../../../lib/data/storefront/storefront.ts'
import { shelfPartition, storePartition } from '../../../lib/data/table/keys.ts'
import type { Product } from '../../../lib/domain/products/product.ts'

/** The table that one would make by hand: products as they are, and an index by category that projects all of them. */
export const BASELINE_TABLE = {
  TableName: 'Baseline',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'shelf', 'by_position'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-category',
      KeySchema: [
        { AttributeName: 'shelf', KeyType: 'HASH' },
        { AttributeName: 'by_position', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
} satisfies CreateTableCommandInput

/** A product's item in it, under the same keys as in the real table and so in the same order. */
export const baselineItem = (businessId: string, product: Product) => ({
  pk: storePartition(businessId),
  sk: `PRODUCT#${product.id}`,
  ...product,
  shelf: shelfPartition(businessId, product.category_id),
  by_position: productStorefront(businessId, product).by_position,
})
