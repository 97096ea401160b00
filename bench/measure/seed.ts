import { setTimeout as wait } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { nameItem, namesOf } from '../../lib/data/business-names.ts'
import { transition } from '../../lib/data/products/product-transition.ts'
import { registryRow } from '../../lib/data/registry.ts'
import { businessStorefront, categoryStorefront } from '../../lib/data/storefront/storefront.ts'
import * as keys from '../../lib/data/table/keys.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import type { VariantSet } from '../../lib/domain/products/variant.ts'
import { REGION } from '../../lib/local/template/intrinsics.ts'
import { BASELINE_TABLE, baselineItem } from './baseline/table.ts'
import type { Catalogue } from './catalogue.ts'

type Item = Record<string, unknown>
interface Row {
  table: string
  item: Item
}

interface Target {
  endpoint: string
  tableName: string
}

/** DynamoDB's most for one BatchWriteItem. */
const BATCH = 25
const BATCHES_IN_FLIGHT = 8

/**
 * Writes a catalogue past the API, whose transactions would take hours for a large one, with the items that those
 * would leave.
 *
 * @param guards whether to write what makes slugs, SKUs and external ids unique too, by which the slug is found
 * @param baseline whether the baseline's table is there, to be given the same products
 * @param onProducts is called with the number of further products that were written
 */
export async function seed(
  target: Target,
  { business, categories, products, variantsOf }: Catalogue,
  { guards = true, baseline = true, onProducts = (_: number) => {} } = {},
): Promise<void> {
  const row = (item: Item): Row => ({ table: target.tableName, item })
  const names = namesOf(business, new Date()).map((name) => nameItem(business, name))
  const profile = { ...keys.businessKey(business.id), type: 'business', ...business }
  await writeRows(target, [
    ...names.map(row),
    row(registryRow(business.id)),
    row({ ...profile, ...businessStorefront(business) }),
    ...categories.map((category) =>
      row({
        ...keys.categoryKey(business.id, category.id),
        type: 'category',
        ...category,
        ...categoryStorefront(business.id, category),
      }),
    ),
  ])
  const waiting = products[Symbol.iterator]()
  const work = async () => {
    for (let some = take(waiting); some.length > 0; some = take(waiting)) {
      const rows = some.flatMap((product) => [
        ...productItems(business.id, { product, set: variantsOf?.(product) }, guards).map(row),
        ...(baseline ? [{ table: BASELINE_TABLE.TableName, item: baselineItem(business.id, product) }] : []),
      ])
      await writeRows(target, rows)
      onProducts(some.length)
    }
  }
  await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, work))
}

/** Up to a batch of what is left. Not by `Iterator.take`, which ends the iterator it takes from. */
function take<T>(iterator: Iterator<T>): T[] {
  const taken: T[] = []
  while (taken.length < BATCH) {
    const { value, done } = iterator.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/** The types of items from which lists are read. */
const SHOWN = ['product', 'variants', 'placement']

/** The items that the creation of a product writes, without its event. */
function productItems(
  businessId: string,
  { product, set }: { product: Product; set: VariantSet | undefined },
  guards: boolean,
): Item[] {
  const change = { before: undefined, after: product, variants: set && { after: set } }
  const steps = transition(businessId, change, new Date(product.created_at))
  const items = steps.flatMap(({ write }) => (write.Put?.Item ? [write.Put.Item] : []))
  return items.filter(({ type }) => SHOWN.includes(String(type)) || (guards && type === 'guard'))
}

const clients = new Map<string, DynamoDBDocumentClient>()

function clientOf(endpoint: string): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client =
    clients.get(endpoint) ??
    DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: REGION, credentials }))
  clients.set(endpoint, client)
  return client
}

async function writeRows({ endpoint }: Target, rows: Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = Map.groupBy(rows.slice(start, start + BATCH), ({ table }) => table)
    let RequestItems: Record<string, object[]> | undefined = Object.fromEntries(
      [...batch].map(([table, some]) => [table, some.map(({ item }) => ({ PutRequest: { Item: item } }))]),
    )
    while (RequestItems && Object.keys(RequestItems).length > 0) {
      const answer: { UnprocessedItems?: Record<string, object[]> | undefined } = await clientOf(
        endpoint,
      ).send(new BatchWriteCommand({ RequestItems }))
      RequestItems = answer.UnprocessedItems
      if (RequestItems && Object.keys(RequestItems).length > 0) await wait(100)
    }
  }
}
