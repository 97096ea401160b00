import { freeingEnded } from '../../lib/data/holds/ended.ts'
import { readHold } from '../../lib/data/holds/hold-item.ts'
import { commitHold, putHold } from '../../lib/data/holds/holds.ts'
import { HoldRefused } from '../../lib/data/holds/move-pieces.ts'
import { endHold, releaseHold } from '../../lib/data/holds/release.ts'
import { AdjustmentRefused, adjustStock } from '../../lib/data/inventory/adjust.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import { changeProduct } from '../../lib/data/products/products.ts'
import { holdKey } from '../../lib/data/table/keys.ts'
import { hasOptions } from '../../lib/domain/products/product.ts'
import { patchWhole } from '../../lib/domain/products/product-body.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { anyReference, type Scene, someGoods } from './holds-scene.ts'

/** The end of a move that is not killed. */
export type End = 'done' | 'refused'

/** One move, chosen here and carried out when it is called. */
export function anyMove(scene: Scene): () => Promise<End> {
  const { run } = scene
  const dice = run.below(100)
  scene.moves++
  if (dice < 42) return ending(put(scene))
  if (dice < 54) return ending(pay(scene))
  if (dice < 62) return ending(release(scene))
  if (dice < 68) return ending(end(scene))
  if (dice < 86) return ending(sell(scene))
  if (dice < 90) return ending(count(scene))
  if (dice < 96) return ending(changeOptions(scene))
  return ending(changeTracking(scene))
}

const ending = (move: () => Promise<void>) => async (): Promise<End> => {
  try {
    await move()
    return 'done'
  } catch (error) {
    if (error instanceof HoldRefused || error instanceof AdjustmentRefused || error instanceof OtherBasket)
      return 'refused'
    throw error
  }
}

/** The hold is for other pieces than were paid for. */
class OtherBasket extends Error {}

/** The seconds until the end of a hold. One that has ended already is given back for the next who needs its pieces. */
const ENDS = [-1, -1, 60, 600]

function put(scene: Scene): () => Promise<void> {
  const { business, run } = scene
  const reference = anyReference(scene)
  const items = someGoods(scene).map(({ sku }) => ({ sku, quantity: 1 + run.below(3) }))
  const expires_in = run.oneOf(ENDS)
  return async () => void (await putHold(business.id, reference, { items, expires_in }))
}

/** One of two payments, half of them for the pieces that the buyer has seen. */
function pay(scene: Scene): () => Promise<void> {
  const { business, run, accepted } = scene
  const reference = anyReference(scene)
  const payment = run.oneOf(['pi_1', 'pi_2'])
  const isForSeen = run.below(2) === 0
  return async () => {
    const seen = isForSeen ? await readHold(business.id, reference) : undefined
    const hold = await commitHold(business.id, reference, payment, {
      check: ({ version, created_at }) => {
        if (seen && (version !== seen.version || created_at !== seen.created_at)) throw new OtherBasket()
      },
    })
    accepted.set(reference, (accepted.get(reference) ?? new Set()).add(`${hold.payment}`))
  }
}

function release(scene: Scene): () => Promise<void> {
  const { business } = scene
  const reference = anyReference(scene)
  return async () => void (await releaseHold(business.id, reference))
}

/** The end of a hold, as the clock brings it. */
function end(scene: Scene): () => Promise<void> {
  const { business } = scene
  const reference = anyReference(scene)
  return async () => void (await endHold(business.id, holdKey(business.id, reference).sk, Date.now()))
}

const adjust = ({ business }: Scene, reason: string, changes: object[]) =>
  freeingEnded(business.id, () =>
    adjustStock(business.id, {
      reason,
      reference: null,
      changes: changes.map((change, index) => ({ index, ...change })),
    }),
  )

function sell(scene: Scene): () => Promise<void> {
  const { run } = scene
  const changes = someGoods(scene).map(({ sku }) => ({ sku, delta: run.oneOf([-2, -1, -1, 1, 1, 2]) }))
  return async () => void (await adjust(scene, 'sale', changes))
}

/** Sets a quantity, if it is still the one that was seen: every hold in between is noticed. */
function count(scene: Scene): () => Promise<void> {
  const { business, run, goods } = scene
  const { productId } = run.oneOf(goods)
  return async () => {
    const [variantId, level] = [...(await readStock(business.id, productId))][0] ?? []
    if (variantId === undefined || !level) return
    const quantity = Math.max(0, level.quantity + run.below(3))
    await adjust(scene, 'correction', [{ variantId, quantity, expected: level.quantity }])
  }
}

function changeOptions({ business, goods }: Scene): () => Promise<void> {
  const good = goods.find(({ kind }) => kind === 'moving')
  return async () => {
    await changeProduct(business.id, good?.productId ?? '', (whole) => {
      const variant = { price: 1000, sku: good?.sku ?? null, track_inventory: true }
      return hasOptions(whole.product)
        ? replaceVariants(whole, { options: [], variants: [variant] })
        : replaceVariants(whole, {
            options: [{ name: 'Size', values: ['S'] }],
            variants: [{ option_values: { Size: 'S' }, ...variant }],
          })
    })
  }
}

function changeTracking({ business, goods, run }: Scene): () => Promise<void> {
  const good = goods.find(({ kind }) => kind === 'lapsing')
  const track_inventory = run.below(3) > 0
  return async () => {
    await changeProduct(business.id, good?.productId ?? '', (whole) => patchWhole(whole, { track_inventory }))
  }
}
