import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import {
  canBeOwed,
  FIRST_QUANTITY,
  type Good,
  type Level,
  readLevels,
  type Scene,
} from './inventory-goods.ts'
import type { Merchant } from './merchant.ts'
import { recordedEvents } from './recorded-events.ts'
import { hold } from './run.ts'

/** Judges what is left when nothing moves any more. */
export async function judge(scene: Scene): Promise<void> {
  const levels = await readLevels(scene.merchant)
  for (const good of scene.goods) judgeQuantity(good, levels.get(good.id))
  for (const productId of scene.products) await judgeFlags(scene.merchant, productId, levels)
  await judgeEvents(scene, levels)
  const { findings } = await verifyBusiness(scene.merchant.business.id)
  hold(findings.length === 0, () => `verify finds ${JSON.stringify(findings)}`)
}

/** Nothing is lost and nothing is counted twice. */
function judgeQuantity({ id, kind, added, wereSet }: Good, level: Level | undefined): void {
  const quantity = level?.quantity ?? (kind === 'lapsing' ? 0 : Number.NaN)
  const isRight =
    kind === 'lapsing' || (kind === 'set' ? wereSet.has(quantity) : quantity === FIRST_QUANTITY + added)
  hold(isRight, () => `${kind} ${id} is at ${quantity}, and changes have added ${added}`)
  hold(quantity >= 0 || canBeOwed(kind), () => `${kind} ${id} is at ${quantity}`)
}

interface Shown {
  is_available: boolean
  variants?: { id: string; is_available: boolean }[]
}

/** Checks that public reads agree with the stock. */
async function judgeFlags({ call, business }: Merchant, productId: string, levels: Map<string, Level>) {
  const path = `/products/${productId}?expand=variants&business=${business.slug}`
  const { status, body } = await call('GET', path)
  hold(status === 200, () => `${path} answers ${status} ${JSON.stringify(body)}`)
  const { variants = [], is_available } = body as unknown as Shown
  const isWrong = (one: { id: string; is_available: boolean }) => {
    const level = levels.get(one.id)
    return level !== undefined && one.is_available !== (level.quantity > 0 || level.allow_backorder)
  }
  const wrong = [{ id: productId, is_available }, ...variants].filter(isWrong)
  hold(wrong.length === 0, () => `${JSON.stringify(wrong)} beside ${JSON.stringify([...levels.values()])}`)
  const some = variants.length === 0 ? is_available : variants.some((one) => one.is_available)
  hold(is_available === some, () => `product ${productId} is available: ${is_available}`)
}

interface Adjusted {
  changes: { variant_id: string; quantity: number }[]
}

/**
 * Every accepted change is in one event, every version of a product has one that says why, and the newest event of a
 * variant has the quantity that there is.
 */
async function judgeEvents(
  { merchant: { business, call }, goods, products }: Scene,
  levels: ReadonlyMap<string, Level>,
): Promise<void> {
  const told = new Map<string, number>()
  const mirrored = new Map<string, number>()
  const versions = new Map<string, number>()
  const tally = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const { type, data } of await recordedEvents(business.id)) {
    if (type.startsWith('product.')) tally(versions, String(data.id))
    if (type !== 'inventory.adjusted') continue
    for (const { variant_id, quantity } of (data as unknown as Adjusted).changes) {
      tally(told, variant_id)
      mirrored.set(variant_id, quantity)
    }
  }
  for (const { id, kind, changes } of goods) {
    const [seen = FIRST_QUANTITY, quantity] = [mirrored.get(id), levels.get(id)?.quantity]
    // One that is tracked anew begins at 0, without an adjustment.
    const isMirrored = kind === 'lapsing' || seen === quantity
    hold(isMirrored, () => `${kind} ${id} is at ${quantity}, and at ${seen} in its newest event`)
    const count = told.get(id) ?? 0
    // One that is set to what it is changes nothing, and has no event.
    const isRight = kind === 'set' ? count <= changes : count === changes
    hold(isRight, () => `${kind} ${id} has ${changes} accepted changes, and ${count} in events`)
  }
  for (const id of products) {
    const { body } = await call('GET', `/admin/products/${id}`)
    hold(
      body.version === versions.get(id),
      () => `product ${id} has version ${body.version}, and ${versions.get(id)} events`,
    )
  }
}
