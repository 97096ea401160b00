/** The API keys of a business that is being deleted, and their items. */

import * as keys from '../../../data/table/keys.ts'
import { pagesOf } from '../../../data/table/patient-reads.ts'
import { present, type Removing, removeOwn, removeShared } from './items.ts'
import { withoutLast } from './last-items.ts'
import { tokensOf } from './walk.ts'

/** Deletes the rate of every API key, and the responses kept under it; those that have an item are added to the known ones. */
export async function removeUnderKeys(removing: Removing, keyIds: Set<string>): Promise<void> {
  const { pk, sk: prefix } = keys.apiKeyKey(removing.businessId, '')
  for await (const page of pagesOf({ pk, sk: prefix }, removing.signal))
    for (const { sk } of page) keyIds.add(sk.slice(prefix.length))
  await removeUnder(removing, [...keyIds])
}

/** Deletes the rates of these API keys, and the responses kept under them. */
export async function removeUnder(removing: Removing, keyIds: readonly string[]): Promise<void> {
  const { businessId, signal } = removing
  await removeOwn(removing, await present(keyIds.map((keyId) => keys.rateKey(businessId, keyId))))
  for (const keyId of keyIds)
    for await (const kept of pagesOf(keys.idempotencyKey(businessId, keyId, ''), signal))
      await removeOwn(removing, kept)
}

/** Deletes the API keys, after their tokens, and the webhooks in the same partition. The roster stays as long as the profile. */
export async function removeAccess(removing: Removing): Promise<void> {
  const { pk } = keys.apiKeyKey(removing.businessId, '')
  for await (const page of pagesOf({ pk, sk: '' }, removing.signal)) {
    await removeShared(removing, page.flatMap(tokensOf))
    await removeOwn(removing, withoutLast(removing.businessId, page))
  }
}
