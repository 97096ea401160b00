import { signal } from '@preact/signals'
import { isRefusal } from '../../api/client.ts'
import { readVariants } from '../../api/reading.ts'
import type { Hold } from '../../rules/held/held-words.ts'
import type { Variant } from '../../rules/rows.ts'
import { findProduct } from '../reading-shop.ts'
import { isLeft, openSession } from '../store.ts'
import { stopIn } from '../trouble.ts'

/** The names of held variants by their ids, and of products that are deleted. */
export const names = signal<ReadonlyMap<string, string>>(new Map())

/** Finds the names of everything in holds, product by product, where they are not known yet. */
export async function findNames(holds: readonly Hold[]): Promise<void> {
  const opened = openSession()
  const items = holds.flatMap((hold) => hold.items)
  try {
    for (const product of new Set(items.map(({ product_id }) => product_id))) {
      const own = items.filter(({ product_id }) => product_id === product).map(({ variant_id }) => variant_id)
      await findNamesOf(product, own)
      if (isLeft(opened)) return
    }
  } catch (error) {
    stopIn(opened, error)
  }
}

async function findNamesOf(product: string, variants: readonly string[]): Promise<void> {
  if (names.value.has(product)) return
  if (!(await findProduct(product))) return note([[product, 'Deleted product']])
  const unnamed = variants.filter((id) => id !== product && !names.value.has(id))
  if (unnamed.length === 0) return
  const now = await variantsNow(product)
  note([
    // A variant that is gone has none.
    ...unnamed.map((id) => [id, ''] as const),
    ...now.map(({ id, option_values }) => [id, Object.values(option_values).join(' / ')] as const),
  ])
}

/** The variants of a product; none if it is deleted. */
async function variantsNow(product: string): Promise<Variant[]> {
  try {
    return (await readVariants(openSession().api, product)).variants
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

function note(found: readonly (readonly [id: string, name: string])[]): void {
  names.value = new Map([...names.value, ...found])
}
