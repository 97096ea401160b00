import { restore } from '../../lib/data/storefront/card-text.ts'
import {
  externalIdGuardKey,
  type Key,
  shardOf,
  skuGuardKey,
  slugGuardKey,
} from '../../lib/data/table/keys.ts'
import { STOREFRONT } from '../../lib/data/table/schema.ts'
import type { Product } from '../../lib/domain/product.ts'
import { publicProduct } from '../../lib/domain/public-view.ts'
import type { Item } from '../support/items.ts'
import { wrongKeys } from './key-integrity.ts'
import type { TableState } from './table-state.ts'

/** What contradicts itself in a business: guards, counts, storefront attributes, keys and events. */
export function contradictions(state: TableState, businessId: string): string[] {
  const items = [...state.values()].filter((item) => JSON.stringify(item).includes(businessId))
  const products = items.filter(({ type }) => type === 'product') as unknown as (Product & Item)[]
  return [
    ...wrongGuards(businessId, products, items),
    ...wrongCounts(products, items),
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
      const { id, slug, sku, external_id, status } = product
      const isShown = status === 'active'
      return [
        [nameOf(slugGuardKey(businessId, slug)), `${id} ${isShown}`],
        ...(sku === null ? [] : [[nameOf(skuGuardKey(businessId, sku)), `${id} false`]]),
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

/** Each shard counts its products; where a product is, there is its category. */
function wrongCounts(products: readonly Product[], items: readonly Item[]): string[] {
  const due = new Map<string, number>()
  for (const { id, category_id } of products) {
    const shard = `COUNT#${category_id}#${shardOf(id)}`
    due.set(shard, (due.get(shard) ?? 0) + 1)
  }
  const counts = new Map(
    items.filter(({ type }) => type === 'category_count').map(({ sk, n }) => [sk, Number(n)]),
  )
  const categories = new Set(items.filter(({ type }) => type === 'category').map(({ id }) => String(id)))
  const shards = new Set([...due.keys(), ...counts.keys()])
  return [
    ...[...shards].filter((shard) => (due.get(shard) ?? 0) !== counts.get(shard)).map((s) => `count ${s}`),
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

/** The order of members inside an item is the table's own. */
const isSameJson = (a: object, b: object) => JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
    : value

/** One event for each version of each object. */
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
  return items
    .filter(({ type }) => ['product', 'category', 'api_key'].includes(type))
    .flatMap(({ id, version }) => Array.from({ length: Number(version) }, (_, n) => `${id} ${n + 1}`))
    .filter((version) => !versions.includes(version))
}
