import * as v from 'valibot'
import { changeProduct, createProduct, deleteProduct } from '../../lib/data/products/products.ts'
import { skusOf } from '../../lib/data/products/sku-guards.ts'
import { Refusal } from '../../lib/data/table/commit.ts'
import { InvalidFields } from '../../lib/domain/body/rule-breaks.ts'
import type { Business } from '../../lib/domain/business.ts'
import { MOST_NEW_SKUS } from '../../lib/domain/limits.ts'
import { patchVariants } from '../../lib/domain/products/patch-variants.ts'
import { hasOptions, newProduct, type Product } from '../../lib/domain/products/product.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { type WholeProduct, withProduct } from '../../lib/domain/products/variant-set.ts'
import type { Run } from './run.ts'

/** A place for a product: when one is deleted another one comes there. */
interface Place {
  /** Most of its SKUs are from here. */
  lane: number
  productId: string
}

/** The SKUs of a product after a write; the version, if the write came to its end. */
export interface State {
  version?: number
  skus: string[]
}

export interface Scene {
  business: Business
  places: Place[]
  /** The states that writes were to leave, by the product. */
  states: Map<string, State[]>
  run: Run
}

/** Writers meet at few products. */
const PLACES = 4
const SKUS_OF_LANE = 200
/** As many as can be new in one write, so that what goes has no room in its transaction. */
const WIDTH = MOST_NEW_SKUS
/** Now and then some come from another lane, where they can be taken. */
const MOST_STRAYS = 2

const skuOf = (lane: number, n: number) => `LANE-${lane}-${n}`
export const allSkus = (): string[] =>
  Array.from({ length: PLACES }, (_, lane) =>
    Array.from({ length: SKUS_OF_LANE }, (_, n) => skuOf(lane, n)),
  ).flat()

/** A shop with products without options. */
export async function makeScene(business: Business, run: Run): Promise<Scene> {
  const places = Array.from({ length: PLACES }, (_, lane) => ({ lane, productId: '' }))
  const scene: Scene = { business, places, states: new Map(), run }
  for (const place of places) await fill(scene, place, null)
  return scene
}

async function fill(scene: Scene, place: Place, sku: string | null): Promise<void> {
  const { id, version } = await create(scene.business, sku)
  note(scene, id, { version, skus: sku === null ? [] : [sku] })
  place.productId = id
}

function note({ states }: Scene, productId: string, state: State): void {
  states.set(productId, [...(states.get(productId) ?? []), state])
}

/** A product without options, that has a SKU or none. */
export const create = (business: Business, sku: string | null): Promise<Product> =>
  createProduct(
    business.id,
    v.parse(newProduct, { name: 'Shirt', price: 1, category_id: 'tea', sku }),
    business.currency,
  )

/** The end of a write that is not killed. */
type End = 'written' | 'refused' | 'gone'

/** One write, chosen here and carried out when it is called. */
export function anyWrite(scene: Scene): () => Promise<End> {
  const { run } = scene
  const place = run.oneOf(scene.places)
  const write = run.below(100)
  const skus = anySkus(place, run)
  const [first = 0, second = 0] = [run.below(skus.length), run.below(skus.length)]
  if (write < 50) return ending(() => change(scene, place, (whole) => withSkus(whole, skus)))
  if (write < 70) return ending(() => change(scene, place, (whole) => swapped(whole, first, second, skus)))
  if (write < 80) return ending(() => change(scene, place, withoutSkus))
  if (write < 90) return ending(() => change(scene, place, (whole) => given(whole, skus[first] ?? null)))
  return ending(() => replace(scene, place, skus[first] ?? null))
}

/** A stretch of its own lane, far from the one before, and some of others. */
function anySkus({ lane }: Place, run: Run): string[] {
  const start = run.oneOf([0, 7, 60, 120])
  const count = run.below(3) === 0 ? 1 + run.below(WIDTH) : WIDTH
  const own = Array.from({ length: count }, (_, n) => skuOf(lane, start + n))
  const strays = Array.from({ length: run.below(2) * run.below(MOST_STRAYS + 1) }, () =>
    skuOf(run.below(PLACES), run.below(SKUS_OF_LANE)),
  )
  return [...new Set([...strays, ...own])].slice(0, count)
}

const ending = (write: () => Promise<End>) => async (): Promise<End> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof InvalidFields) return 'refused'
    if (error instanceof Refusal && REFUSALS.includes(error.reason)) return 'refused'
    throw error
  }
}

const REFUSALS = ['sku_taken', 'too_many_sku_changes']

/** Changes the product of a place, and notes what is meant before it is tried. */
async function change(scene: Scene, place: Place, to: (whole: WholeProduct) => WholeProduct): Promise<End> {
  const { productId } = place
  const statesOf = ({ product, set }: WholeProduct) => ({ skus: [...skusOf(product, set)] })
  const after = await changeProduct(scene.business.id, productId, (whole) => {
    const next = to(whole)
    note(scene, productId, statesOf(next))
    return next
  })
  if (after) note(scene, productId, { version: after.product.version, ...statesOf(after) })
  else if (place.productId === productId) await fill(scene, place, null)
  return after ? 'written' : 'gone'
}

const CUTS = ['slim', 'wide']

/** A variant for each SKU, all of them in place of those that there are. */
const withSkus = (whole: WholeProduct, skus: readonly string[]): WholeProduct =>
  replaceVariants(whole, {
    options: [
      { name: 'Size', values: Array.from({ length: Math.ceil(skus.length / 2) }, (_, n) => `${n}`) },
      { name: 'Cut', values: CUTS.slice(0, skus.length) },
    ],
    variants: skus.map((sku, n) => ({
      option_values: { Size: `${Math.floor(n / 2)}`, Cut: CUTS[n % 2] ?? '' },
      price: 1,
      sku,
    })),
  })

/** Two variants have each other's SKU; or one of them another one, if it is alone. */
function swapped(
  whole: WholeProduct,
  first: number,
  second: number,
  [sku = null]: (string | null)[],
): WholeProduct {
  const { variants } = whole.set
  const [a, b] = [variants[first % variants.length], variants[second % variants.length]]
  if (!hasOptions(whole.product) || !a || !b) return whole
  const changes = a === b ? [{ id: a.id, sku }] : [one(a.id, b.sku), one(b.id, a.sku)]
  return patchVariants(whole, { variants: changes })
}

const one = (id: string, sku: string | null) => ({ id, sku })

/** No variant has a SKU any more. */
const withoutSkus = (whole: WholeProduct): WholeProduct =>
  hasOptions(whole.product)
    ? patchVariants(whole, { variants: whole.set.variants.map(({ id }) => one(id, null)) })
    : whole

/** A product without options gets a SKU itself. */
const given = (whole: WholeProduct, sku: string | null): WholeProduct =>
  hasOptions(whole.product) ? whole : withProduct(whole, { ...whole.product, sku })

/** The product is deleted, and another one comes. */
async function replace(scene: Scene, place: Place, sku: string | null): Promise<End> {
  await deleteProduct(scene.business.id, place.productId)
  await fill(scene, place, sku)
  return 'written'
}
