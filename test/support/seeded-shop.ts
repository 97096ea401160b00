import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { makeCatalogue } from '../../bench/measure/catalogue.ts'
import { seed } from '../../bench/measure/seed.ts'
import { allowedSize } from '../../lib/data/table/versions.ts'
import type { Product } from '../../lib/domain/products/product.ts'

/** A business whose products were written past the API, which would take minutes, in the order of their positions. */
export interface SeededShop {
  id: string
  products: Product[]
}

/**
 * Makes a shop of so many products, in the table of all unless another one is given; `describe` says what is particular
 * about each. Throws if one is too large.
 */
export async function seedShop(
  size: number,
  describe: (n: number) => Partial<Product>,
  { name, endpoint }: { name: string; endpoint: string } = inject('table'),
): Promise<SeededShop> {
  const id = randomUUID()
  const catalogue = makeCatalogue(id, `seeded-${id}`, size)
  const products = [...catalogue.products].map((product, n) =>
    allowedSize({ ...product, id: randomUUID(), position: n, ...describe(n) }),
  )
  await seed({ endpoint, tableName: name }, { ...catalogue, products }, { guards: false, baseline: false })
  return { id, products }
}
