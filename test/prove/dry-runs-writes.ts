import { type Merchant, makeMerchant } from './merchant.ts'
import type { Run } from './run.ts'

/** A shop, and the names that its products had when it was made: some of them are gone or have moved since. */
export interface Scene {
  run: Run
  merchant: Merchant
  ids: string[]
  /** Its table as it was read last, if nothing was carried out since. */
  table?: string[] | undefined
}

/** Few products and names, so that many operations meet. */
const PRODUCTS = 6
const NAMES = 16
const SIZES = ['S', 'M', 'L']

export async function makeScene(baseUrl: string, run: Run): Promise<Scene> {
  const merchant = await makeMerchant(baseUrl, ['tea', 'pots'])
  const scene: Scene = { run, merchant, ids: [] }
  for (let n = 0; n < PRODUCTS; n++) {
    const names = { external_id: `erp-${n}`, slug: `slug-${n}` }
    const stock = { track_inventory: true, quantity: 3, sku: `sku-${n}` }
    const body = {
      ...named(n % 2 === 0 ? 'tea' : 'pots'),
      ...names,
      ...(n < 3 ? { price: 100, ...stock } : sizes(scene, () => null)),
    }
    const { status, body: made } = await merchant.call('POST', '/admin/products', body)
    if (status !== 201 || made.id === undefined)
      throw new Error(`a product gets ${status} ${JSON.stringify(made)}`)
    scene.ids.push(made.id)
  }
  return scene
}

const named = (category_id: string) => ({ name: 'Tea', category_id, status: 'active' })

const anyName = ({ run }: Scene, kind: string) => `${kind}-${run.below(NAMES)}`

/** Most likely one that a product has. */
const knownName = ({ run }: Scene, kind: string) => `${kind}-${run.below(PRODUCTS)}`

/** Options and some variants, with SKUs that others can have. */
const sizes = (scene: Scene, skuOf = () => (scene.run.below(2) === 0 ? anyName(scene, 'sku') : null)) => ({
  options: [{ name: 'Size', values: SIZES }],
  variants: SIZES.slice(0, 1 + scene.run.below(SIZES.length)).map((Size) => ({
    option_values: { Size },
    price: scene.run.below(2000),
    sku: skuOf(),
  })),
})

/** Some fields of a product; a few values are wrong. */
function anyFields(scene: Scene): object {
  const { run } = scene
  const all: object[] = [
    { price: run.below(3000) - 30 },
    { category_id: run.oneOf(['tea', 'pots', 'tea', 'pots', 'tea', 'pots', 'none']) },
    { status: run.oneOf(['draft', 'active', 'archived']) },
    { slug: anyName(scene, 'slug') },
    { sku: anyName(scene, 'sku') },
    { external_id: anyName(scene, 'erp') },
    { compare_at_price: run.below(3000) },
    { additional_categories: run.oneOf([[], [{ id: 'tea' }], [{ id: 'pots' }], [{ id: 'gone' }]]) },
    { track_inventory: run.oneOf([true, false]) },
    { tags: ['x'], description: 'y'.repeat(run.below(200)) },
    sizes(scene),
    { options: [], variants: [{ price: 7 }] },
  ]
  return Object.assign({}, ...Array.from({ length: 1 + run.below(3) }, () => run.oneOf(all)))
}

/** An existing product or one that is gone, by its id or an external id. */
const anyProduct = (scene: Scene) =>
  scene.run.below(3) === 0 ? { external_id: knownName(scene, 'erp') } : { id: scene.run.oneOf(scene.ids) }

export function anyOperation(scene: Scene): object {
  const { run } = scene
  const product = anyProduct(scene)
  const whole = { ...named(run.oneOf(['tea', 'pots'])), price: run.below(2000), ...anyFields(scene) }
  const precondition = run.below(10) === 0 ? { if_match: run.oneOf(['*', '"1.1"']) } : {}
  const external_id = run.below(2) === 0 ? anyName(scene, 'erp') : knownName(scene, 'erp')
  return run.oneOf<() => object>([
    () => ({ op: 'create', data: whole }),
    () => ({ op: 'update', ...product, data: anyFields(scene), ...precondition }),
    () => ({ op: 'upsert', external_id, data: { ...whole, external_id } }),
    () => ({ op: 'merge', external_id, data: { ...anyFields(scene), external_id } }),
    () => ({ op: 'variants', ...product, data: { variants: [anyPatch(scene)] }, ...precondition }),
    () => ({ op: 'reprice', ...product, percent: run.oneOf([-99, -12.5, 0, 0.01, 10, 1000]) }),
    () =>
      run.below(3) === 0
        ? { op: 'delete', ...product, ...precondition }
        : { op: 'reprice', ...product, percent: 1 },
  ])()
}

const anyPatch = (scene: Scene) => ({
  ...scene.run.oneOf([{ option_values: { Size: scene.run.oneOf(SIZES) } }, { sku: anyName(scene, 'sku') }]),
  ...scene.run.oneOf([{ price: scene.run.below(3000) }, { is_enabled: false }, { compare_at_price: 500 }]),
})

/** Changes of one to three variants by their SKUs, of which some are unknown or not tracked. */
export function anyChanges(scene: Scene): object[] {
  const { run } = scene
  const skus = new Set(Array.from({ length: 1 + run.below(3) }, () => knownName(scene, 'sku')))
  return [...skus].map((sku) => ({
    sku,
    ...run.oneOf([{ delta: run.oneOf([-3, -2, -1, 1, 2]) }, { quantity: run.below(4) }]),
    ...(run.below(5) === 0 && { expected: run.below(4) }),
  }))
}
