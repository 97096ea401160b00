import type { Actor } from '../../lib/data/table/actor.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import type { Schedule, ScheduledValues } from '../../lib/domain/schedules/schedule.ts'
import { recordedEvents } from './recorded-events.ts'
import { hold } from './run.ts'

/** The values of every product before its sale. */
export const ORIGINAL = { price: 2_000, compare_at_price: null, tags: ['tea'], status: 'active' }

/** In whose name sales are planned. */
export const PLANNER: Actor = {
  kind: 'api_key',
  key_id: '01980000-0000-7000-8000-0000000000aa',
  key_name: 'Sales',
}

export interface Sale {
  product: string
  patch: ScheduledValues
  hasOptions: boolean
  /** Clients may end it early; to others they send the same sale again. */
  isEnded: boolean
}

const FIELDS = ['status', 'price', 'compare_at_price', 'tags'] as const
type State = Pick<Product, (typeof FIELDS)[number]>
type Changed = Partial<Record<(typeof FIELDS)[number], unknown>>

const stateOf = (product: object): Changed => {
  const all = new Map(Object.entries(product))
  return Object.fromEntries(FIELDS.map((name) => [name, all.get(name)]))
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Judges a product without options by all of its events: the clock has made the change at most once, and at its end each field
 * that had the value of the patch has the one from before, and no other has changed. Returns how many halves it saw.
 */
export async function judgeHistory(
  businessId: string,
  { product, patch, isEnded }: Sale,
  stored: State,
  schedule: Schedule | undefined,
): Promise<number> {
  const events = (await recordedEvents(businessId)).filter(({ data }) => data.id === product)
  let state: Changed = ORIGINAL
  let replaced: Changed | undefined
  let halves = 0
  for (const { type, data, actor } of events) {
    const after = stateOf(data)
    const isEnd =
      actor.kind === 'operator' && replaced && isEnded && isSame(after, endOf(state, patch, replaced))
    if (actor.kind === 'system' || isEnd) {
      const expected: Changed = replaced ? endOf(state, patch, replaced) : { ...state, ...patch }
      halves++
      hold(halves <= 2, () => `${product} has more than a beginning and an end`)
      hold(
        isSame(after, stateOf(expected)),
        () => `${product}: ${type} to ${JSON.stringify(after)}, not ${JSON.stringify(expected)}`,
      )
      replaced ??= state
    }
    state = after
  }
  hold(
    isSame(stateOf(stored), state),
    () => `${product} is ${JSON.stringify(stateOf(stored))}, and ${JSON.stringify(state)} in its events`,
  )
  const isRunning = schedule?.replaced != null
  hold(schedule === undefined || isRunning, () => `the change of ${product} was not made`)
  hold(halves > 0 || isEnded, () => `${product} never changed`)
  hold(!isRunning || halves === 1, () => `${product} is on sale after ${halves} halves`)
  return halves
}

function endOf(state: Changed, patch: ScheduledValues, before: Changed): Changed {
  const wanted: Changed = stateOf(patch)
  const names = FIELDS.filter((name) => name in patch && isSame(state[name], wanted[name]))
  const after: Changed = { ...state, ...Object.fromEntries(names.map((name) => [name, before[name]])) }
  const concernsPrices = names.some((name) => name === 'price' || name === 'compare_at_price')
  const contradicts = after.compare_at_price !== null && Number(after.compare_at_price) < Number(after.price)
  return concernsPrices && contradicts ? { ...after, compare_at_price: null } : after
}
