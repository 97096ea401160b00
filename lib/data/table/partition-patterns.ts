import * as keys from './keys.ts'

/**
 * Any business, in the pattern of a policy: `?` is any one character. A `*` for the id would also match a SKU of
 * `A#SECRET#1`.
 */
const ANY = '?'.repeat(36)

/** The partitions of the secrets of webhooks, as the pattern of a policy. */
export const SECRET_PARTITIONS = keys.webhookSecretKey(ANY, '*').pk

/** Those of the rate limits of keys. */
export const RATE_PARTITIONS = keys.rateKey(ANY, '*').pk

/** Those of stored search indexes. */
export const SEARCH_PARTITIONS = keys.searchIndexKey(ANY).pk

/** Those of the marks of imports under way, of all businesses. */
export const RUNNING_IMPORT_PARTITIONS = keys.runningImportsPartition('*')

/** Those of the items that are due at a time, of all businesses. */
export const DUE_PARTITIONS = keys.duePartition('*')

/** Those of the items that are due at a time, of one business. */
export const OWN_DUE_PARTITIONS = keys.ownDuePartition(ANY)
