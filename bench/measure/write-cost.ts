import { createCategory } from '../../lib/data/categories.ts'
import { createProduct, deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import { actingAs } from '../../lib/data/table/acting.ts'
import { CATEGORY } from '../../lib/domain/category.ts'
import type { NewProduct } from '../../lib/domain/products/product.ts'
import type { UnitsPart, WriteCost } from '../report/figures.ts'
import { makeCatalogue } from './catalogue.ts'
import { REQUEST, SHOP } from './questions.ts'
import { stockCosts } from './stock-cost.ts'
import type { TableMeter } from './table-meter.ts'

/**
 * The consumption of product changes, in a process that has changed products of this business within the last minute:
 * it knows that there is room for another one. For this process alone, whose table must be behind the meter.
 */
export async function writeCosts(meter: TableMeter): Promise<UnitsPart['writes']> {
  const { id: category_id } = await createCategory(SHOP.id, CATEGORY.validate({ name: 'Measured' }))
  const [example] = makeCatalogue(SHOP.id, SHOP.slug, 1).products
  if (!example) throw new Error('a catalogue of 1 has no product')
  const { id, created_at, updated_at, version, currency, ...input } = example
  const create = (mark: string) => createProduct(SHOP.id, marked({ ...input, category_id }, mark), currency)
  await create('a')
  const cost = async (work: () => Promise<unknown>): Promise<WriteCost> => {
    meter.take()
    await actingAs(REQUEST, work)
    const { requests, reported_read_units, reported_write_units } = meter.take()
    return { write_units: reported_write_units, read_units: reported_read_units, requests }
  }
  let made = ''
  return {
    create: await cost(async () => {
      made = (await create('b')).id
    }),
    update_price: await cost(() =>
      updateProduct(SHOP.id, made, (before) => ({ ...before, price: before.price + 10 })),
    ),
    delete: await cost(() => deleteProduct(SHOP.id, made)),
    ...(await stockCosts({ ...input, category_id }, currency, cost)),
  }
}

/** The product with other names wherever no two products may have the same. */
const marked = (product: NewProduct, mark: string): NewProduct => ({
  ...product,
  slug: `${product.slug}-${mark}`,
  sku: `${product.sku}-${mark}`,
  external_id: `${product.external_id}-${mark}`,
})
