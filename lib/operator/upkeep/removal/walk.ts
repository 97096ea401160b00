/** The tokens of a business that is being deleted. */

import * as keys from '../../../data/table/keys.ts'
import { pagesOf, type StoredItem } from '../../../data/table/patient-reads.ts'
import { type Removing, removeShared } from './items.ts'

/** Those of these values that are texts: an item may hold anything. */
export const texts = (...values: unknown[]) => values.filter((value) => typeof value === 'string')

/** Deletes the tokens of every API key: from then on none of them opens anything. */
export async function removeTokens(removing: Removing): Promise<void> {
  const { pk } = keys.apiKeyKey(removing.businessId, '')
  for await (const page of pagesOf({ pk, sk: '' }, removing.signal))
    await removeShared(removing, page.flatMap(tokensOf))
}

/** The token of an API key, and the one it had before it was rotated. */
export const tokensOf = ({ digest, previous_digest }: StoredItem): keys.Key[] =>
  texts(digest, previous_digest).map(keys.tokenKey)
