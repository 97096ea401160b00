import { batch } from '@preact/signals'
import { readCategories } from '../api/reading.ts'
import { hasScope } from '../rules/columns.ts'
import { forgetHistory, lastSaved } from './editing.ts'
import { readShop } from './reading-shop.ts'
import { place } from './selection.ts'
import { edits, isLeft, isOutdated, isSaving, order, rows, screen, session, unfolded } from './store.ts'
import { stopIn } from './trouble.ts'
import { uploads } from './uploading-pictures.ts'

/** True while rows must stay where they are: somebody works on them, on one product, or on a plan for one. */
export const hasWork = (): boolean =>
  edits.value.size > 0 ||
  isSaving.value ||
  place.value.typed !== undefined ||
  screen.value.name === 'product' ||
  screen.value.name === 'scheduled' ||
  [...uploads.value.values()].some(({ done, of }) => done < of)

/** Reads the shop from its beginning, with its categories, after an import. While there are edits it only says that it should be. */
export async function readShopAgain(): Promise<void> {
  isOutdated.value = true
  const at = session.value
  if (!at) return
  try {
    const categories = await readCategories(at.api, hasScope(at.scopes, 'categories:read'))
    if (isLeft(at) || hasWork()) return
    batch(() => {
      session.value = { ...at, shop: { ...at.shop, categories } }
      rows.value = new Map()
      order.value = []
      unfolded.value = new Map()
      lastSaved.value = []
      isOutdated.value = false
    })
    forgetHistory()
    await readShop()
  } catch (error) {
    stopIn(at, error)
  }
}
