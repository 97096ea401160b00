/**
 * The summary of a plan, in numbers: a person who agrees to a plan sees it among the arguments of the call, and perhaps nothing
 * else. It contains none of a shop's texts, and only ASCII, because it has to come back unchanged.
 */
import * as v from 'valibot'
import { PRODUCT_STATUSES } from '../products/product.ts'
import type { EventType } from '../resources.ts'
import { plural } from '../text/plural.ts'
import { type PriceChange, priceWords } from './price-changes.ts'

/** An event that a write would record, with the differences of the product's variants. */
export interface PlannedEvent {
  type: EventType
  data: object
  previous: object
  differences?: () => readonly object[]
  /** The quantities that begin or end. */
  quantities?: () => readonly Quantity[]
  /** There if the options of the product change. */
  options?: object | undefined
}

/** A quantity before and after a change of its product; null where there is none. */
interface Quantity {
  from: number | null
  to: number | null
}

/** True or false, or null where a product or variant has no such flag. */
const flag = v.nullish(v.boolean())

/** The members of a product or variant that are counted. */
const counted = v.object({
  price: v.optional(v.number()),
  option_values: v.optional(v.object({})),
  is_available: flag,
  is_on_backorder: flag,
  is_enabled: flag,
})
const difference = v.object({ from: v.nullable(counted), to: v.nullable(counted) })
const withStatus = v.object({ status: v.picklist(PRODUCT_STATUSES) })

/** A product or variant before and after a change; null where there is none. `from` has only the members that change. */
type Difference = v.InferOutput<typeof difference>

/** The members of a product that change with its status. */
const OF_STATUS = new Set(['status', 'updated_at', 'version'])

/** The changes of flags that are counted. */
const FLAG_CHANGES = [
  ['is_available', false, 'no longer available'],
  ['is_available', true, 'available again'],
  ['is_on_backorder', true, 'on backorder'],
  ['is_enabled', false, 'disabled'],
  ['is_enabled', true, 'enabled'],
] as const

const CREATED: Record<(typeof PRODUCT_STATUSES)[number], string> = {
  draft: 'created as draft',
  active: 'created and published',
  archived: 'created as archived',
}

/** An event with its members that are counted. */
interface Change {
  type: EventType
  data: object
  previous: object
  product: Difference
  variants: readonly Difference[]
  hasOtherOptions: boolean
}

/** The summary of operations on products; `events` are those of all operations: one for each that changes something. */
export function productSummary(events: readonly PlannedEvent[]): string {
  const changes = events.map(changeOf)
  const of = (type: EventType) => changes.filter((change) => change.type === type)
  const kept = changes.filter(({ type }) => type !== 'product.created' && type !== 'product.deleted')
  return [
    `${number(changes.length, 'change')}: ${creations(of('product.created'))}`,
    `${kept.filter(isUpdated).length} updated`,
    ...priceWords(kept.flatMap(priceChanges)),
    ...variantWords(kept.flatMap(({ variants }) => variants)),
    ...quantityWords(events.flatMap(({ quantities }) => quantities?.() ?? [])),
    ...flagWords(kept),
    ...some(of('product.published').length, 'published'),
    `${of('product.unpublished').length} unpublished`,
    `${of('product.deleted').length} deleted`,
  ].join(', ')
}

/** The summary of changes of stock, each by a number of pieces; `events` are those of the adjustment. */
export function stockSummary(deltas: readonly number[], events: readonly PlannedEvent[]): string {
  const added = sum(deltas.filter((delta) => delta > 0))
  const taken = -sum(deltas.filter((delta) => delta < 0))
  return [
    `${number(deltas.filter((delta) => delta !== 0).length, 'change')} of stock: ${number(added, 'piece')} added`,
    `${taken} taken`,
    ...flagWords(events.map(changeOf)),
  ].join(', ')
}

const changeOf = ({ type, data, previous, differences = () => [], options }: PlannedEvent): Change => ({
  type,
  data,
  previous,
  product: { from: v.parse(counted, previous), to: v.parse(counted, data) },
  variants: differences().map((one) => v.parse(difference, one)),
  hasOtherOptions: options !== undefined,
})

const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number>((total, one) => total + (one ?? 0), 0)

const number = (n: number, thing: string) => `${n} ${plural(n, thing)}`

/** The words for how many there are, if there are any. */
const some = (n: number, words: string): string[] => (n > 0 ? [`${n} ${words}`] : [])

/** How many products are created in each status. */
function creations(changes: readonly Change[]): string {
  const statuses = changes.map(({ data }) => v.parse(withStatus, data).status)
  const words = PRODUCT_STATUSES.flatMap((one) =>
    some(statuses.filter((status) => status === one).length, CREATED[one]),
  )
  return words.join(', ') || '0 created'
}

/** True if more than the status of a product changes. */
const isUpdated = ({ type, previous, variants, hasOtherOptions }: Change): boolean =>
  type === 'product.updated' ||
  variants.length > 0 ||
  hasOtherOptions ||
  Object.keys(previous).some((name) => !OF_STATUS.has(name))

/** The prices that change: those of the variants, or else that of the product, which has no options or gets other variants. */
function priceChanges({ product, variants }: Change): PriceChange[] {
  const ofVariants = variants.flatMap(priceChange)
  return ofVariants.length > 0 ? ofVariants : priceChange(product)
}

const priceChange = ({ from, to }: Difference): PriceChange[] =>
  from?.price !== undefined && to?.price !== undefined ? [{ from: from.price, to: to.price }] : []

/** How many variants are added and removed, and how many others have other names or values of options. */
function variantWords(variants: readonly Difference[]): string[] {
  const added = variants.filter(({ from }) => from === null)
  const removed = variants.filter(({ to }) => to === null)
  const changed = variants.filter(({ from }) => from?.option_values !== undefined)
  return [
    ...someOf('variant', added, 'added'),
    ...someOf('variant', removed, 'removed'),
    ...someOf('variant', changed, 'with other options'),
  ]
}

/** How many quantities begin and end, each with their pieces. */
function quantityWords(quantities: readonly Quantity[]): string[] {
  const words = (pieces: readonly (number | null)[], what: string) =>
    some(
      pieces.length,
      `${plural(pieces.length, 'quantity', 'quantities')} ${what} with ${number(sum(pieces), 'piece')}`,
    )
  const begun = quantities.filter(({ from }) => from === null)
  const ended = quantities.filter(({ to }) => to === null)
  return [
    ...words(
      begun.map(({ to }) => to),
      'begun',
    ),
    ...words(
      ended.map(({ from }) => from),
      'ended',
    ),
  ]
}

/** How many products and how many variants can be bought no longer, or again, and in which way. */
const flagWords = (changes: readonly Change[]): string[] => [
  ...flagWordsOf(
    'product',
    changes.map(({ product }) => product),
  ),
  ...flagWordsOf(
    'variant',
    changes.flatMap(({ variants }) => variants),
  ),
]

const flagWordsOf = (thing: string, differences: readonly Difference[]): string[] =>
  FLAG_CHANGES.flatMap(([name, value, words]) => {
    // Undefined before where it stays as it is, and null where it was not there.
    const changed = differences.filter(({ from, to }) => from?.[name] !== undefined && to?.[name] === value)
    return someOf(thing, changed, words)
  })

const someOf = (thing: string, all: readonly unknown[], words: string) =>
  some(all.length, `${plural(all.length, thing)} ${words}`)
