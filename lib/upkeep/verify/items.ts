import { slugStorefront } from '../../data/storefront/storefront.ts'
import * as keys from '../../data/table/keys.ts'
import { differences, type StoredItem } from '../../data/table/patient-reads.ts'
import { STOREFRONT } from '../../data/table/schema.ts'
import { isStatus } from '../../domain/business.ts'
import type { Product } from '../../domain/product.ts'
import { type Rendering, renderAgain, storedProduct } from '../reindex/rendering.ts'
import { type Finding, finding, type Inspect, type Inspection, type Reference } from './findings.ts'
import { registryReference } from './registry.ts'
import { shopReferences } from './slugs.ts'

/** Inspects an item of a business's own partition: profile, category, count, product, or what should not be there. */
export const inspectItem =
  (businessId: string, currency: string | undefined): Inspect =>
  (item) => {
    const rendering = renderAgain(businessId, item)
    if (!rendering) return alone(isCount(item) ? [] : [unknown(item)])
    if (rendering.faults.length > 0)
      return alone([finding('invalid_item', item, rendering.faults.join('; '))])
    const findings = [
      ...foreignOwner(businessId, item),
      ...brokenRules(item, rendering.brokenRules),
      ...storefrontFindings(item, rendering),
    ]
    if (rendering.type === 'business') {
      if (!isStatus(item.status))
        findings.push(finding('invalid_item', item, `its status is ${JSON.stringify(item.status)}`))
      return { findings, references: [...shopReferences(item, new Date()), registryReference(businessId)] }
    }
    if (rendering.type !== 'product') return alone(findings)
    const product = storedProduct(item)
    if (currency !== undefined && product.currency !== currency)
      findings.push(finding('invalid_item', item, `its currency is ${product.currency}, not ${currency}`))
    return {
      findings,
      references: [...guardReferences(businessId, product), categoryReference(businessId, product)],
    }
  }

export const alone = (findings: Finding[]): Inspection => ({ findings, references: [] })

/** What an object says that it could not be given today. It stays until a write changes that very field. */
export const brokenRules = (item: StoredItem, rules: readonly string[]): Finding[] =>
  rules.length > 0 ? [finding('rule_broken', item, rules.join('; '))] : []

export const unknown = (key: keys.Key) =>
  finding('unknown_item', key, 'no version writes an item under this key')

const isCount = (item: StoredItem) => item.sk.startsWith(keys.COUNT_PREFIX) && item.type === 'category_count'

/** An item that says whose it is and names another business. */
export const foreignOwner = (businessId: string, item: StoredItem): Finding[] =>
  item.business_id === undefined || item.business_id === businessId
    ? []
    : [finding('foreign_item', item, `it names the business ${JSON.stringify(item.business_id)}`)]

function storefrontFindings(item: StoredItem, { rendered, differing }: Rendering): Finding[] {
  if (differing.length === 0) return []
  if (Object.keys(rendered).length === 0)
    return [finding('storefront_left', item, `it is not public, but has ${differing.join(', ')}`)]
  if (Object.keys(rendered).every((name) => item[name] === undefined))
    return [finding('storefront_missing', item, 'it is public, but has neither card nor index keys')]
  const { card, facets, ...indexKeys } = STOREFRONT
  const places = differing.filter((name) => Object.values<string>(indexKeys).includes(name))
  const versions = `${item.card_version ?? 'none'}, now ${rendered.card_version}`
  return [
    ...(differing.includes(card)
      ? [finding('card_differs', item, `its card is out of date (version ${versions})`)]
      : differing.includes('card_version')
        ? [finding('card_old', item, `its card is of version ${versions}`)]
        : []),
    ...(differing.includes(facets) ? [finding('facets_differ', item, 'its facets are not its own')] : []),
    ...(places.length > 0
      ? [
          finding(
            'index_keys_differ',
            item,
            places.map((name) => wrongPlace(name, item, rendered)).join('; '),
          ),
        ]
      : []),
  ]
}

const wrongPlace = (name: string, item: StoredItem, rendered: Record<string, unknown>) =>
  `${name} is ${JSON.stringify(item[name]) ?? 'missing'}, not ${JSON.stringify(rendered[name]) ?? 'absent'}`

function categoryReference(businessId: string, { id, category_id }: Product): Reference {
  const product = keys.productKey(businessId, id)
  return {
    key: keys.categoryKey(businessId, category_id),
    judge: (category) =>
      category ? undefined : finding('category_missing', product, `there is no category ${category_id}`),
  }
}

/** The guards that a product must hold, and what stands on them for the storefront. */
const guardsHeldBy = (businessId: string, product: Product) => [
  { key: keys.slugGuardKey(businessId, product.slug), rendered: slugStorefront(businessId, product) },
  ...(product.sku === null ? [] : [{ key: keys.skuGuardKey(businessId, product.sku), rendered: {} }]),
  ...(product.external_id === null
    ? []
    : [{ key: keys.externalIdGuardKey(businessId, product.external_id), rendered: {} }]),
]

const guardReferences = (businessId: string, product: Product): Reference[] =>
  guardsHeldBy(businessId, product).map(({ key, rendered }) => ({
    key,
    judge(guard) {
      if (!guard) return finding('guard_missing', key, `the product ${product.id} should hold it`)
      if (guard.type !== 'guard')
        return finding('invalid_item', key, `its type is ${JSON.stringify(guard.type)}, not "guard"`)
      if (guard.product_id !== product.id) {
        const detail = `held by ${JSON.stringify(guard.product_id)}, but ${product.id} has the value`
        return finding('guard_elsewhere', key, detail)
      }
      const differing = differences(Object.values(STOREFRONT), guard, rendered)
      if (differing.length === 0) return undefined
      return finding('guard_index_differs', key, `${differing.join(', ')} should be different`)
    },
  }))

/** Inspects a guard from its own side: its product must be there and have the value. */
export const inspectGuard =
  (businessId: string): Inspect =>
  (guard) => {
    const id = String(guard.product_id)
    const left = (why: string) => finding('guard_left', guard, `held by ${JSON.stringify(id)}, ${why}`)
    return {
      findings: foreignOwner(businessId, guard),
      references: [
        {
          key: keys.productKey(businessId, id),
          judge(item) {
            if (!item) return left('which does not exist')
            // What is wrong with the product itself is said elsewhere.
            if (renderAgain(businessId, item)?.faults.length !== 0) return undefined
            const held = guardsHeldBy(businessId, storedProduct(item))
            return held.some(({ key }) => key.pk === guard.pk) ? undefined : left('which has another value')
          },
        },
      ],
    }
  }
