import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handler } from '../../functions/products/list.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import { askPages } from '../support/in-process.ts'
import { useOwnTable } from '../support/own-table.ts'
import {
  add,
  expectedList,
  type ListQuery,
  listQuery,
  type ProductInput,
  productInput,
  queryString,
  stock,
} from './catalogue.ts'

await useOwnTable()

const route = '/products'

test('the pages of any list of any catalogue are together exactly the list', async () => {
  const catalogue = fc.array(productInput, { maxLength: 8, size: 'max' })
  const queries = fc.array(listQuery, { minLength: 2, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(catalogue, queries, async (inputs, lists) => {
      const { businessId, products } = await stock(inputs)
      for (const list of lists) {
        const pages = await askPages(handler, businessId, { route, query: queryString(list) })
        for (const page of pages) {
          expect(page.count).toBe(page.data.length)
          expect(page.count).toBeLessThanOrEqual(list.limit)
          expect(page.has_more).toBe(page.next_cursor !== null)
        }
        const named = ({ id, name, price }: Record<string, unknown> | Product) => ({ id, name, price })
        expect(pages.flatMap(({ data }) => data).map(named)).toEqual(expectedList(products, list).map(named))
      }
    }),
    { numRuns: 40 },
  )
})

/** One write between two pages: a new product, or a change of one of those that are not to stay untouched. */
const write = fc.oneof(
  fc.record({ create: productInput }),
  fc.record({ update: fc.nat(), to: productInput }),
  fc.record({
    update: fc.nat(),
    to: fc.record({ status: fc.constantFrom('active' as const, 'draft' as const) }),
  }),
)
type Write = { create: ProductInput } | { update: number; to: Partial<ProductInput> }

const UNFILTERED = {
  category: undefined,
  is_available: undefined,
  tag: undefined,
  price_min: undefined,
  price_max: undefined,
}

/** Most of what a filter leaves of so few products is no page or one: two lists of three are of the whole shop. */
const longList: fc.Arbitrary<ListQuery> = fc.oneof(
  { weight: 2, arbitrary: listQuery.map((list) => ({ ...list, ...UNFILTERED })) },
  { weight: 1, arbitrary: listQuery },
)

async function perform(businessId: string, restless: readonly Product[], change: Write): Promise<void> {
  if ('create' in change) {
    await add(businessId, change.create)
    return
  }
  const target = restless[change.update % restless.length]
  const { slug: _slug, ...to } = change.to
  if (target) await updateProduct(businessId, target.id, (product) => ({ ...product, ...to }) as Product)
}

test('while others write, an untouched product neither repeats nor vanishes', async () => {
  const some = fc.array(productInput, { minLength: 3, maxLength: 6, size: 'max' })
  const writes = fc.array(write, { minLength: 20, maxLength: 20, size: 'max' })
  const limit = fc.constantFrom(1, 2)
  await fc.assert(
    fc.asyncProperty(some, some, longList, limit, writes, async (still, moving, list, limit, changes) => {
      const { businessId, products } = await stock([...still, ...moving])
      const untouched = products.slice(0, still.length)
      const restless = products.slice(still.length)
      const query = queryString({ ...list, limit })
      let n = 0
      const betweenPages = async () => {
        const change = changes[n++]
        if (change) await perform(businessId, restless, change)
      }
      const pages = await askPages(handler, businessId, { route, query }, { betweenPages })
      const ids = untouched.map(({ id }) => id)
      const seen = pages.flatMap(({ data }) => data.map(({ id }) => String(id)))
      expect(seen.filter((id) => ids.includes(id))).toEqual(expectedList(untouched, list).map(({ id }) => id))
      expect((await verifyBusiness(businessId)).findings).toEqual([])
    }),
    { numRuns: 8 },
  )
})
