/** The variants of a business that is being deleted, and what only they lead to. */

import { commit } from '../../../data/table/commit.ts'
import { when } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import { eachOf, nameOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'
import { present, type Removing, removeOwn } from './items.ts'
import { texts } from './walk.ts'

/** The items of variants among others. */
export const sheetsIn = <T extends keys.Key>(items: readonly T[]): T[] =>
  items.filter(({ sk }) => sk.startsWith(keys.VARIANTS_PREFIX))

/**
 * Deletes variants, and before them the guards of their SKUs. No event names these SKUs: if somebody writes variants after
 * they were read, they are read again, because what was written leads to other guards.
 */
export const removeSheets = (removing: Removing, sheets: readonly StoredItem[]): Promise<void> =>
  eachOf(sheets, async (first) => {
    let read: StoredItem | undefined = first
    await againstNewest(async () => {
      removing.signal?.throwIfAborted()
      read ??= (await readItems([first])).get(nameOf(first))
      const sheet = read
      // If the condition does not hold, the next try reads.
      read = undefined
      if (!sheet) return
      await removeOwn(removing, await present(guardsOf(removing.businessId, sheet)))
      await commit([{ write: { Delete: unchanged(sheet) }, refusal: 'version_changed' }])
      removing.onDeleted(1)
    })
  })

const unchanged = ({ pk, sk, version }: StoredItem) => ({
  Key: { pk, sk },
  ...(version === undefined ? when`attribute_not_exists(#version)` : when`#version = ${version}`),
})

/** The guards of the SKUs in a variant sheet. A broken item can hold any value. */
const guardsOf = (businessId: string, { variants }: StoredItem): keys.Key[] =>
  texts(...(Array.isArray(variants) ? variants : []).map((variant) => Object(variant).sku)).map((sku) =>
    keys.skuGuardKey(businessId, sku),
  )
