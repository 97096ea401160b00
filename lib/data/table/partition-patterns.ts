import { rateKey, runningImportsPartition, searchIndexKey, webhookSecretKey } from './keys.ts'

/**
 * Any business, in the pattern of a policy: `?` is any one character. A `*` for the id would also match a SKU of
 * `A#SECRET#1`.
 */
const ANY = '?'.repeat(36)

/** The partitions of the secrets of webhooks, as the pattern of a policy. */
export const SECRET_PARTITIONS = webhookSecretKey(ANY, '*').pk

/** Those of the rate limits of keys. */
export const RATE_PARTITIONS = rateKey(ANY, '*').pk

/** Those of stored search indexes. */
export const SEARCH_PARTITIONS = searchIndexKey(ANY).pk

/** Those of the marks of imports under way, of all businesses. */
export const RUNNING_IMPORT_PARTITIONS = runningImportsPartition('*')
