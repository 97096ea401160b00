import { createCategory } from '../../lib/data/categories.ts'
import { createProduct, deleteProduct, updateProduct } from '../../lib/data/products/products.ts'
import { actingAs } from '../../lib/data/table/actor.ts'
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
  const add = (name: string) => createCategory(SHOP.id, CATEGORY.validate({ name }))
  const { id: category_id } = await add('Measured')
  const further = [await add('Further'), await add('Another')].map(({ id }) => ({ id }))
  const [example] = makeCatalogue(SHOP.id, SHOP.slug, 1).products
  if (!example) throw new Error('a catalogue of 1 has no product')
  const { id, created_at, updated_at, version, currency, ...input } = example
  const create = (mark: string, more: Partial<NewProduct> = {}) =>
    createProduct(SHOP.id, marked({ ...input, category_id, ...more }, mark), currency)
  const updatePrice = () =>
    updateProduct(SHOP.id, made, (before) => ({ ...before, price: before.price + 10 }))
  await create('a')
  let made = ''
  const cost = async (work: () => Promise<unknown>): Promise<WriteCost> => {
    meter.take()
    await actingAs(REQUEST, work)
    const { requests, reported_read_units, reported_write_units } = meter.take()
    return { write_units: reported_write_units, read_units: reported_read_units, requests }
  }
  return {
    create: await cost(async () => {
      made = (await create('b')).id
    }),
    update_price: await cost(updatePrice),
    delete: await cost(() => deleteProduct(SHOP.id, made)),
    create_placed: await cost(async () => {
      made = (await create('c', { additional_categories: further })).id
    }),
    update_price_placed: await cost(updatePrice),
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
