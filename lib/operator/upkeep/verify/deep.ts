import * as keys from '../../../data/table/keys.ts'
import { nameOf, type StoredItem } from '../../../data/table/patient-reads.ts'
import { alone, finding, foreignOwner, type Inspect, type Inspection, unknown } from './findings.ts'
import { inspectGuard } from './guards.ts'
import { inspectRegistration } from './registry.ts'
import { shopFromItsOwnSide } from './slugs.ts'
import { inspectEnabled, inspectUnderWebhook } from './webhooks.ts'

/** The marks of a business's items in a scan of the whole table: attributes, with their values or beginnings. */
export const traces = (businessId: string) => ({
  equal: { business_id: businessId },
  begin: {
    pk: keys.storePartition(businessId),
    store: keys.storePartition(businessId),
    shelf: keys.storePartition(businessId),
  },
})

/** Partitions that are looked through as a whole. */
const walkedPartitions = (businessId: string) => [
  keys.storePartition(businessId),
  keys.stockKey(businessId, '').pk,
  keys.holdKey(businessId, '').pk,
  keys.scheduleKey(businessId, '').pk,
  keys.apiKeyKey(businessId, '').pk,
]

/** Rows that lead nowhere, and whose leaving hurts nobody. */
const PASSING = [
  'idempotency',
  'idempotency_claim',
  'plan',
  'event',
  'rate',
  'search_index',
  'search_piece',
  'search_lease',
  'import',
  'import_running',
  'import_file',
  'import_fault',
  'import_stock',
  'medium',
  'media_count',
]

/** Inspects an item of any partition that has something to do with a business, for what no Query leads to. */
export const inspectAnywhere =
  (businessId: string): Inspect =>
  (item) => {
    const { pk, sk, type } = item
    if (walkedPartitions(businessId).includes(pk)) return alone([])
    if (!pk.startsWith(`${keys.storePartition(businessId)}#`)) return outside(businessId, item)
    if (sk === keys.slugGuardKey(businessId, '').sk) return inspectGuard(businessId)(item)
    if (PASSING.includes(String(type))) return alone(foreignOwner(businessId, item))
    return inspectUnderWebhook(businessId)(item)
  }

/** A row outside of the business's own partitions. */
function outside(businessId: string, item: StoredItem): Inspection {
  const { store, shelf, type, business_id } = item
  const isShown = [store, shelf].some((place) => String(place).startsWith(keys.storePartition(businessId)))
  if (isShown) return alone([finding('index_foreign', item, `is under ${store ?? shelf}`)])
  if (business_id !== businessId || PASSING.includes(String(type))) return alone([])
  if (type === 'enabled_webhook') return inspectEnabled(businessId)(item)
  if (type === 'token') return tokenFromItsOwnSide(businessId, item)
  if (nameOf(item) === nameOf(keys.registryKey(businessId))) return inspectRegistration(businessId)(item)
  return type === 'shop' ? shopFromItsOwnSide(businessId, item, new Date()) : alone([unknown(item)])
}

/** A token nobody sees in the list of keys still opens the door. */
function tokenFromItsOwnSide(businessId: string, token: StoredItem): Inspection {
  const key = keys.apiKeyKey(businessId, String(token.key_id))
  return {
    findings: [],
    references: [
      {
        key,
        judge(apiKey) {
          if (!apiKey) return finding('token_left', token, `the API key ${token.key_id} does not exist`)
          const digests = [apiKey.digest, apiKey.previous_digest]
          if (digests.some((digest) => keys.tokenKey(String(digest)).pk === token.pk)) return undefined
          return finding('token_left', token, `the API key ${token.key_id} has a different token`)
        },
      },
    ],
  }
}
