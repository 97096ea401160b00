import { findWholeProduct } from '../../lib/data/products/product-reads.ts'
import { deleteProduct } from '../../lib/data/products/products.ts'
import { skusOf } from '../../lib/data/products/sku-guards.ts'
import { readItem } from '../../lib/data/table/calls/writer.ts'
import { productKey, skuGuardKey } from '../../lib/data/table/keys.ts'
import { pagesOf } from '../../lib/data/table/patient-reads.ts'
import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import { hold } from './run.ts'
import { allSkus, create, type Scene, type State } from './variants-writes.ts'

/** A product as it is in the end. */
interface Holder {
  id: string
  version: number
  skus: Set<string>
}

/** Judges what is left when nobody writes any more. */
export async function judge(scene: Scene): Promise<void> {
  const { business, states, run } = scene
  const holders = await holdersIn(business.id)
  for (const holder of holders) judgeState(holder, states.get(holder.id) ?? [])
  const holderOf = judgeHolders(holders)
  await judgeGuards(business.id, holderOf)
  const { findings } = await verifyBusiness(business.id)
  const others = findings.filter(({ code }) => code !== 'guard_left')
  hold(others.length === 0, () => `verify finds ${JSON.stringify(others)}`)
  run.count('left behind', await takeWhatIsFree(scene, holderOf))
}

/** Every product of the business, also those that a killed write has left. */
async function holdersIn(businessId: string): Promise<Holder[]> {
  const holders: Holder[] = []
  for await (const items of pagesOf(productKey(businessId, '')))
    for (const { sk } of items) {
      const whole = await findWholeProduct(businessId, sk.slice(productKey(businessId, '').sk.length))
      if (!whole) continue
      const { product, set } = whole
      holders.push({ id: product.id, version: product.version, skus: skusOf(product, set) })
    }
  return holders
}

/** No write that was told to be done is undone, and nothing is there that nobody meant. */
function judgeState({ id, version, skus }: Holder, states: readonly State[]): void {
  const isSame = (state: State) => state.skus.length === skus.size && state.skus.every((sku) => skus.has(sku))
  const newest = Math.max(0, ...states.map((state) => state.version ?? 0))
  hold(newest <= version, () => `${id} has version ${version}, and a write was told of ${newest}`)
  const possible = states.filter((state) =>
    newest === version ? state.version === version : state.version === undefined,
  )
  hold(
    states.length === 0 || possible.some(isSame),
    () => `${id} has at version ${version} the SKUs ${[...skus].join(' ')}, which nobody meant`,
  )
}

/** No SKU has two holders. Returns whose each is. */
function judgeHolders(holders: readonly Holder[]): Map<string, string> {
  const holderOf = new Map<string, string>()
  for (const { id, skus } of holders)
    for (const sku of skus) {
      hold(!holderOf.has(sku), () => `${sku} is held by ${holderOf.get(sku)} and ${id}`)
      holderOf.set(sku, id)
    }
  return holderOf
}

/** Every SKU that is held has the guard that keeps it for its holder. */
async function judgeGuards(businessId: string, holderOf: ReadonlyMap<string, string>): Promise<void> {
  for (const [sku, id] of holderOf) {
    const guard = await readItem<{ product_id?: string }>(skuGuardKey(businessId, sku))
    hold(guard?.product_id === id, () => `${sku} of ${id} is kept for ${guard?.product_id}`)
  }
}

/** Whoever wants a SKU that nobody has gets it. Returns how many guards had been left. */
async function takeWhatIsFree({ business }: Scene, holderOf: ReadonlyMap<string, string>): Promise<number> {
  let left = 0
  for (const sku of allSkus().filter((each) => !holderOf.has(each))) {
    if (!(await readItem(skuGuardKey(business.id, sku)))) continue
    left++
    const { id } = await create(business, sku)
    const guard = await readItem<{ product_id?: string }>(skuGuardKey(business.id, sku))
    hold(guard?.product_id === id, () => `${sku} of its taker ${id} is kept for ${guard?.product_id}`)
    await deleteProduct(business.id, id)
  }
  return left
}
