import { isDeepStrictEqual } from 'node:util'
import { restore } from '../../lib/data/storefront/card-text.ts'
import {
  externalIdGuardKey,
  type Key,
  shardOf,
  skuGuardKey,
  slugGuardKey,
} from '../../lib/data/table/keys.ts'
import { STOREFRONT } from '../../lib/data/table/schema.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { publicProduct } from '../../lib/domain/public-view.ts'
import type { Item } from '../support/items.ts'
import type { TableState } from '../support/table-state.ts'
import { wrongKeys } from './key-integrity.ts'
import { isSameJson } from './same-json.ts'
import { wrongStock } from './stock-integrity.ts'
import { skusOf, variantsOf, wrongSheets } from './variant-integrity.ts'

/** The contradictions in a business's items: in guards, counts, storefront attributes, keys and events. */
export function contradictions(state: TableState, businessId: string): string[] {
  const items = [...state.values()].filter((item) => JSON.stringify(item).includes(businessId))
  const products = items.filter(({ type }) => type === 'product') as unknown as (Product & Item)[]
  return [
    ...wrongGuards(businessId, products, items),
    ...wrongCounts(products, items),
    ...wrongSheets(businessId, products, items),
    ...wrongStock(products, items),
    ...products.filter((product) => !isShownAsItIs(product)).map(({ id }) => `card of ${id}`),
    ...wrongKeys(businessId, items),
    ...wrongEvents(items),
  ]
}

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`

/** Each value that must be unique is held by its product, and nothing else is held. */
function wrongGuards(businessId: string, products: readonly Product[], items: readonly Item[]): string[] {
  const due = new Map(
    products.flatMap((product) => {
      const { id, slug, external_id, status } = product
      const isShown = status === 'active'
      return [
        [nameOf(slugGuardKey(businessId, slug)), `${id} ${isShown}`],
        ...skusOf(product, items).map((sku) => [nameOf(skuGuardKey(businessId, sku)), `${id} false`]),
        ...(external_id === null
          ? []
          : [[nameOf(externalIdGuardKey(businessId, external_id)), `${id} false`]]),
      ] as [string, string][]
    }),
  )
  const held = new Map(
    items
      .filter(({ type }) => type === 'guard')
      .map((guard) => [nameOf(guard), `${guard.product_id} ${STOREFRONT.store in guard}`]),
  )
  const names = new Set([...due.keys(), ...held.keys()])
  return [...names].filter((name) => due.get(name) !== held.get(name)).map((name) => `guard ${name}`)
}

/** Each shard counts its products and their variants; where a product is, there is its category. */
function wrongCounts(products: readonly Product[], items: readonly Item[]): string[] {
  const due = new Map<string, [n: number, v: number]>()
  for (const product of products) {
    const shard = `COUNT#${product.category_id}#${shardOf(product.id)}`
    const [n, v] = due.get(shard) ?? [0, 0]
    due.set(shard, [n + 1, v + variantsOf(product, items).length])
  }
  const counts = new Map(
    items.filter(({ type }) => type === 'category_count').map(({ sk, n, v = 0 }) => [sk, [n, v]]),
  )
  const categories = new Set(items.filter(({ type }) => type === 'category').map(({ id }) => String(id)))
  const shards = [...new Set([...due.keys(), ...counts.keys()])]
  return [
    ...shards
      .filter((shard) => !isDeepStrictEqual(due.get(shard) ?? [0, 0], counts.get(shard)))
      .map((shard) => `count ${shard}`),
    ...products.filter(({ category_id }) => !categories.has(category_id)).map(({ id }) => `orphan ${id}`),
  ]
}

function isShownAsItIs(product: Product & Item): boolean {
  const attributes = Object.values(STOREFRONT).filter((attribute) => attribute in product)
  if (product.status !== 'active') return attributes.length === 0
  return (
    attributes.length === Object.keys(STOREFRONT).length &&
    isSameJson(JSON.parse(restore(String(product[STOREFRONT.card]), product.id)), publicProduct(product))
  )
}

/** One event for each version of each object, unless it became available, or stopped being it, by an adjustment. */
function wrongEvents(items: readonly Item[]): string[] {
  const events = items.filter(({ type }) => type === 'event')
  const versions = events.map(({ event_type, json }) => {
    const { id, version } = (JSON.parse(String(json)) as { data: { id: string; version: number } }).data
    return `${id} ${version}${String(event_type).endsWith('.deleted') ? ' deleted' : ''}`
  })
  return [
    ...versions.filter((version, n) => versions.indexOf(version) !== n).map((v) => `two events of ${v}`),
    ...missingVersions(items, versions).map((version) => `no event of ${version}`),
  ]
}

function missingVersions(items: readonly Item[], versions: readonly string[]): string[] {
  const flips = flipsIn(items)
  return items
    .filter(({ type }) => ['product', 'category', 'api_key'].includes(type))
    .flatMap(({ id, version }) => {
      const due = Array.from({ length: Number(version) }, (_, n) => `${id} ${n + 1}`)
      const missing = due.filter((version) => !versions.includes(version))
      return missing.length === flips.filter((flipped) => flipped === id).length ? [] : missing
    })
}

/** The ids of the products that adjustments say they made available, or unavailable. */
const flipsIn = (items: readonly Item[]): string[] =>
  items
    .filter(({ event_type }) => event_type === 'inventory.adjusted')
    .flatMap(({ json }) => (JSON.parse(String(json)) as Adjusted).data.availability_changed)

interface Adjusted {
  data: { availability_changed: string[] }
}
