/** What Queries find of a business that is being deleted. Whatever leads to something else goes after it. */
import { present, type Removing, removeOwn, removeShared } from './business-removal-items.ts'
import * as keys from './keys.ts'
import { pagesOf, type StoredItem } from './verify-reads.ts'

const texts = (...values: unknown[]) => values.filter((value) => typeof value === 'string')

/** Deletes the tokens of every API key: from then on none of them opens anything. */
export async function removeTokens(removing: Removing): Promise<void> {
  const { pk } = keys.apiKeyKey(removing.businessId, '')
  for await (const page of pagesOf({ pk, sk: '' }, removing.signal))
    await removeShared(removing, page.flatMap(tokensOf))
}

/** The token of an API key, and the one it had before it was rotated. */
const tokensOf = ({ digest, previous_digest }: StoredItem): keys.Key[] =>
  texts(digest, previous_digest).map(keys.tokenKey)

/** Deletes products, categories and counts. The profile stays: it says that the deletion has begun. */
export async function removeCatalogue(removing: Removing): Promise<void> {
  const profile = keys.businessKey(removing.businessId)
  for await (const page of pagesOf({ ...profile, sk: '' }, removing.signal)) {
    await removeOwn(removing, await present(page.flatMap((item) => guardsOf(removing.businessId, item))))
    await removeOwn(
      removing,
      page.filter(({ sk }) => sk !== profile.sk),
    )
  }
}

/** What keeps the slug, SKU and external id of a product unique. */
function guardsOf(businessId: string, { sk, slug, sku, external_id }: StoredItem): keys.Key[] {
  if (!sk.startsWith(keys.PRODUCT_PREFIX)) return []
  return [
    ...texts(slug).map((value) => keys.slugGuardKey(businessId, value)),
    ...texts(sku).map((value) => keys.skuGuardKey(businessId, value)),
    ...texts(external_id).map((value) => keys.externalIdGuardKey(businessId, value)),
  ]
}

/** Deletes API keys, and of each its pace and the answers kept under it. */
export async function removeAccess(removing: Removing): Promise<void> {
  const { businessId, signal } = removing
  const { pk, sk: prefix } = keys.apiKeyKey(businessId, '')
  for await (const page of pagesOf({ pk, sk: '' }, signal)) {
    const keyIds = page.filter(({ sk }) => sk.startsWith(prefix)).map(({ sk }) => sk.slice(prefix.length))
    await removeOwn(removing, await present(keyIds.map((keyId) => keys.rateKey(businessId, keyId))))
    for (const keyId of keyIds)
      for await (const kept of pagesOf(keys.idempotencyKey(businessId, keyId, ''), signal))
        await removeOwn(removing, kept)
    await removeOwn(removing, page)
  }
}

/** Deletes events and their rows in the outbox. */
export async function removeEvents(removing: Removing): Promise<void> {
  const { businessId, signal } = removing
  for await (const page of pagesOf({ ...keys.eventKey(businessId, ''), sk: '' }, signal)) {
    await removeShared(
      removing,
      page.map(({ sk }) => keys.outboxKey(sk, keys.shardOf(sk))),
    )
    await removeOwn(removing, page)
  }
}
