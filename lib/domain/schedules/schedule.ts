import * as v from 'valibot'
import { validator } from '../body/resource.ts'
import { type RuleBreak, throwAny } from '../body/rule-breaks.ts'
import { type Product, price, sku, status, tags } from '../products/product.ts'
import { MOST_VARIANTS, type Variant, variantId } from '../products/variant.ts'
import { listOf } from '../text/list.ts'
import { closedObject, knownMembers, time } from '../text/text.ts'

/** The fields of a product that can change at a given time: their values can be neither taken by others nor unknown by then. */
export const SCHEDULED_FIELDS = ['status', 'price', 'compare_at_price', 'tags'] as const

/** Those of a variant. */
export const SCHEDULED_OF_VARIANTS = ['price', 'compare_at_price', 'is_enabled'] as const

/** Values of a variant, by its id. */
type VariantValues = Partial<Pick<Variant, (typeof SCHEDULED_OF_VARIANTS)[number]>> & { id: string }

/** Values of some fields of a product and of its variants. */
export interface ScheduledValues extends Partial<Pick<Product, (typeof SCHEDULED_FIELDS)[number]>> {
  variants?: readonly VariantValues[]
}

/** A change of a product at a given time, and its end. Times are RFC 3339 UTC with milliseconds. */
export interface Schedule {
  product_id: string
  /** When the change is made. */
  at: string
  /** When each field that still has the value of the patch gets back the one that it had before; null: never. */
  until: string | null
  patch: ScheduledValues
  /** The values that the patch replaced, which says that it was applied; null until then. */
  replaced: ScheduledValues | null
  /** The API key that planned it last; null without one. */
  planned_by: { key_id: string | null; key_name: string | null }
  created_at: string
  updated_at: string
  /** Grows by one with every change. */
  version: number
}

/** The members of a schedule in responses, in their order. */
export const SCHEDULE_FIELDS = [
  'product_id',
  'at',
  'until',
  'patch',
  'replaced',
  'planned_by',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof Schedule)[]

/** The time of what a schedule does next. */
export const nextTimeOf = ({ at, until, replaced }: Pick<Schedule, 'at' | 'until' | 'replaced'>): string =>
  replaced === null ? at : (until ?? at)

/** The values with their members in the order of responses. */
export function inOrder(values: ScheduledValues): ScheduledValues {
  const { variants } = values
  return {
    ...present(values, SCHEDULED_FIELDS),
    ...(variants && {
      variants: variants.map((variant) => ({ id: variant.id, ...present(variant, SCHEDULED_OF_VARIANTS) })),
    }),
  }
}

/** Those of the listed members that an object has. */
export const present = <T extends object, Name extends keyof T>(source: T, names: readonly Name[]) =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]),
  ) as Partial<Pick<T, Name>>

const changesSomething = (change: object) =>
  Object.keys(change).some((name) => name !== 'id' && name !== 'sku')
const NO_CHANGE = 'must change something'

const variantChange = v.pipe(
  closedObject({
    id: v.optional(variantId),
    sku: v.optional(v.unwrap(sku)),
    price: v.optional(price),
    compare_at_price: v.optional(v.nullable(price)),
    is_enabled: v.optional(v.boolean('must be true or false')),
  }),
  v.check(
    (change) => (change.id === undefined) !== (change.sku === undefined),
    'must have exactly one of id and sku',
  ),
  v.check((change) => changesSomething(change), NO_CHANGE),
)

/** The body that plans a change. */
export const wantedSchedule = knownMembers({
  at: time,
  until: v.optional(v.nullable(time), null),
  patch: v.pipe(
    closedObject({
      status: v.optional(status),
      price: v.optional(price),
      compare_at_price: v.optional(v.nullable(price)),
      tags: v.optional(tags),
      variants: v.optional(
        v.pipe(
          listOf(variantChange, MOST_VARIANTS, `must have at most ${MOST_VARIANTS} variants`),
          v.minLength(1, 'must have at least one variant'),
        ),
      ),
    }),
    v.check((change) => changesSomething(change), NO_CHANGE),
  ),
})

export type WantedSchedule = v.InferOutput<typeof wantedSchedule>

/** Reads a body that plans a change. Throws `InvalidFields`. */
export const readWantedSchedule = validator(wantedSchedule)

/** How long before a change it can be planned, and how long it lasts, at least. */
export const LEAST_AHEAD_MS = 60_000
/** How far in the future a change can be planned. */
export const MOST_DAYS = 400
const MOST_MS = MOST_DAYS * 24 * 3_600_000

/**
 * Throws `InvalidFields` for times that are too soon or too far away, at `now` in milliseconds since the epoch. An `at` that
 * stays as it was can be near, and that of a change that was made is over.
 */
export function requireTimes(
  { at, until }: Pick<Schedule, 'at' | 'until'>,
  now: number,
  isKept = false,
): void {
  const begin = isKept ? Math.max(now, Date.parse(at)) : Date.parse(at)
  const breaks = [
    ...(isKept ? [] : timeBreaks('at', at, { least: now + LEAST_AHEAD_MS, most: now + MOST_MS }, 'from now')),
    ...(until === null
      ? []
      : timeBreaks(
          'until',
          until,
          { least: begin + LEAST_AHEAD_MS, most: now + MOST_MS },
          begin === now ? 'from now' : 'after at',
        )),
  ]
  throwAny(breaks)
}

function timeBreaks(
  name: 'at' | 'until',
  value: string,
  { least, most }: { least: number; most: number },
  after: string,
): RuleBreak[] {
  const broken = (detail: string): RuleBreak[] => [{ path: [name], code: 'invalid', detail, isOfType: true }]
  if (Date.parse(value) < least) return broken(`must be at least one minute ${after}`)
  if (Date.parse(value) > most) return broken(`must be at most ${MOST_DAYS} days from now`)
  return []
}
