import { heldOf } from '../../lib/data/holds/ended.ts'
import { listHolds } from '../../lib/data/holds/list-holds.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import type { Hold } from '../../lib/domain/stock/hold.ts'
import { takenOf } from '../../lib/domain/stock/hold-plan.ts'
import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import { FIRST_QUANTITY, type Good, type Scene } from './holds-scene.ts'
import { type RecordedEvent, recordedEvents } from './recorded-events.ts'
import { hold as holds } from './run.ts'

interface Adjusted {
  reason: string
  reference: string | null
  changes: { variant_id: string; product_id: string; delta: number; quantity: number }[]
}

interface Committed {
  reference: string
  payment: string
}

/** Judges a shop in which nothing moves any more. */
export async function judge(scene: Scene): Promise<void> {
  const { business, goods, accepted } = scene
  const { findings } = await verifyBusiness(business.id)
  holds(findings.length === 0, () => `verify finds ${JSON.stringify(findings)}`)
  const { items } = await listHolds(business.id, {}, { limit: 200 })
  const events = await recordedEvents(business.id)
  const steady = goods.filter(({ kind }) => kind === 'steady' || kind === 'owed')
  for (const good of steady) await judgeQuantities(business.id, good, events)
  for (const hold of items) judgeHold(hold, steady, events, accepted.get(hold.reference) ?? new Set())
  await judgeList(business.id, items)
}

const adjustmentsIn = (events: readonly RecordedEvent[]): Adjusted[] =>
  events.filter(({ type }) => type === 'inventory.adjusted').map(({ data }) => data as unknown as Adjusted)

/** Every event continues the one before it, none leads below 0, and the last one says how many there are. */
async function judgeQuantities(businessId: string, { productId, kind }: Good, events: RecordedEvent[]) {
  const changes = adjustmentsIn(events).flatMap((one) =>
    one.changes.filter((c) => c.product_id === productId),
  )
  let quantity = FIRST_QUANTITY
  for (const change of changes) {
    quantity += change.delta
    holds(change.quantity === quantity, () => `${productId}: ${JSON.stringify(change)} leads to ${quantity}`)
    holds(quantity >= 0 || kind === 'owed', () => `${productId} is at ${quantity}`)
  }
  const stored = (await readStock(businessId, productId)).get(productId)?.quantity
  holds(stored === quantity, () => `${productId} is at ${stored}, and at ${quantity} in its events`)
}

/** One reference has taken what it holds or has sold, once, and one payment at most was accepted. */
function judgeHold(hold: Hold, steady: readonly Good[], events: RecordedEvent[], accepted: Set<string>) {
  const { reference, status, payment } = hold
  const own = adjustmentsIn(events).filter((one) => one.reference === reference)
  for (const { productId } of steady) {
    const taken = -own
      .flatMap(({ changes }) => changes)
      .filter(({ product_id }) => product_id === productId)
      .reduce((sum, { delta }) => sum + delta, 0)
    const has = hold.items
      .filter(({ product_id, is_held }) => product_id === productId && is_held && status !== 'released')
      .reduce((sum, { quantity }) => sum + quantity, 0)
    holds(
      taken === has,
      () => `${reference} is ${status} with ${has} of ${productId}, and has taken ${taken}`,
    )
  }
  const sales = events
    .filter(({ type }) => type === 'inventory.committed')
    .map(({ data }) => data as unknown as Committed)
    .filter((sale) => sale.reference === reference)
  const isSold = status === 'committed'
  holds(sales.length === (isSold ? 1 : 0), () => `${reference} is ${status} with ${sales.length} sales`)
  holds(!isSold || sales[0]?.payment === payment, () => `${reference} is sold for another payment`)
  const others = [...accepted].filter((one) => !isSold || one !== payment)
  holds(others.length === 0, () => `${reference} is ${status} for ${payment}, and accepted ${others}`)
}

/** The business finds what is held, and nothing else. */
async function judgeList(businessId: string, items: readonly Hold[]): Promise<void> {
  const listed = await heldOf(businessId)
  const held = new Map<string, number>()
  for (const { variant_id, quantity } of items.flatMap(takenOf))
    held.set(variant_id, (held.get(variant_id) ?? 0) + quantity)
  const differing = [...new Set([...held.keys(), ...(listed?.keys() ?? [])])].filter(
    (id) => (held.get(id) ?? 0) !== (listed?.get(id) ?? 0),
  )
  holds(differing.length === 0, () => `${differing} are held, or listed as held, and not both`)
}
