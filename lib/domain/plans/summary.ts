/**
 * The summary of a plan, in numbers: a person who agrees to a plan sees it among the arguments of the call. It contains none of
 * a shop's texts, and only ASCII, because it has to come back unchanged.
 */
import * as v from 'valibot'
import type { EventType } from '../resources.ts'
import { plural } from '../text/plural.ts'

/** An event that a write would record, with the differences of the product's variants. */
export interface PlannedEvent {
  type: EventType
  data: object
  previous: object
  differences?: () => readonly object[]
}

/** The members of a product or variant that are counted. */
const counted = v.object({ price: v.optional(v.number()), is_available: v.optional(v.boolean()) })
const drafted = v.object({ status: v.literal('draft') })
const difference = v.object({ from: v.nullable(counted), to: v.nullable(counted) })

/** A change of a price, in minor units. */
interface PriceChange {
  from: number
  to: number
}

/** The summary of operations on products; `events` are those of all operations: one for each that changes something. */
export function productSummary(events: readonly PlannedEvent[]): string {
  const of = (type: EventType) => events.filter((event) => event.type === type)
  const created = of('product.created')
  const drafts = created.filter(({ data }) => v.is(drafted, data)).length
  const published = of('product.published').length
  const prices = events.flatMap(priceChanges)
  const removed = events
    .filter(({ type }) => type !== 'product.deleted')
    .flatMap(variantsOf)
    .filter(({ to }) => to === null).length
  return [
    `${number(events.length, 'change')}: ${created.length} created`,
    ...(drafts > 0 ? [`${number(drafts, 'of them a draft', 'of them drafts')}`] : []),
    `${of('product.updated').length} updated`,
    ...(prices.length > 0 ? [`${number(prices.length, 'price')} ${percentages(prices)}`] : []),
    ...(removed > 0 ? [`${number(removed, 'variant')} removed`] : []),
    ...(published > 0 ? [`${published} published`] : []),
    `${of('product.unpublished').length} unpublished`,
    `${of('product.deleted').length} deleted`,
  ].join(', ')
}

/** The summary of changes of stock, each by a number of pieces; `events` are those of the adjustment. */
export function stockSummary(deltas: readonly number[], events: readonly PlannedEvent[]): string {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const added = sum(deltas.filter((delta) => delta > 0))
  const taken = -sum(deltas.filter((delta) => delta < 0))
  const ends = events.filter(({ previous }) => v.parse(counted, previous).is_available === true).length
  const begins = events.filter(({ previous }) => v.parse(counted, previous).is_available === false).length
  return [
    `${number(deltas.filter((delta) => delta !== 0).length, 'change')} of stock: ${number(added, 'piece')} added`,
    `${taken} taken`,
    `${number(ends, 'product')} no longer available`,
    `${begins} available again`,
  ].join(', ')
}

const number = (n: number, one: string, many?: string) => `${n} ${plural(n, one, many)}`

const variantsOf = ({ differences = () => [] }: PlannedEvent) =>
  differences().map((one) => v.parse(difference, one))

/** The prices that change: those of the variants, or else that of the product, which has no options or gets other variants. */
function priceChanges(event: PlannedEvent): PriceChange[] {
  const ofVariants = variantsOf(event).flatMap(({ from, to }) => changeOf(from, to))
  if (ofVariants.length > 0) return ofVariants
  return changeOf(v.parse(counted, event.previous), v.parse(counted, event.data))
}

const changeOf = (from: { price?: number | undefined } | null, to: { price?: number | undefined } | null) =>
  from?.price !== undefined && to?.price !== undefined ? [{ from: from.price, to: to.price }] : []

/** By how many per cent a price changes: to one decimal where a whole number would say that it stays or becomes 0. */
function percentage({ from, to }: PriceChange): number {
  const exact = (to / from - 1) * 100
  const whole = Math.round(exact)
  if (to === 0 || (whole !== 0 && whole > -100)) return whole
  return Math.max(-99.9, Math.round(exact * 10) / 10)
}

/** By how many per cent prices change, from the least to the most. */
function percentages(prices: readonly PriceChange[]): string {
  const known = prices.filter(({ from }) => from > 0).map(percentage)
  const least = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const range = least === most ? `by ${least} %` : `by ${least} % to ${most} %`
  const free = prices.length - known.length
  return [
    ...(known.length > 0 ? [range] : ['changed']),
    ...(free > 0 ? [`${free} of them from 0`] : []),
  ].join(', ')
}
