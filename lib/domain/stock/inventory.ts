import * as v from 'valibot'
import { validator } from '../body/resource.ts'
import { type RuleBreak, throwAny } from '../body/rule-breaks.ts'
import { MAX_QUANTITY, sku } from '../products/product.ts'
import { variantId } from '../products/variant.ts'
import { listOf } from '../text/list.ts'
import { closedObject, integer, knownMembers, line } from '../text/text.ts'

/** Why quantities change. */
export const REASONS = ['sale', 'return', 'received', 'correction', 'damaged', 'transfer', 'other'] as const

/**
 * All of them in one commit, which has at most 100 items: stock, product, variant sheet and event of each, their own event
 * and the response. More are carried out in commits of `CHANGES_PER_COMMIT`.
 */
export const MOST_ATOMIC_CHANGES = 24
const MOST_CHANGES = 100
export const CHANGES_PER_COMMIT = 20

const quantity = integer(0, MAX_QUANTITY)

const stockChange = v.pipe(
  closedObject({
    variant_id: v.optional(variantId),
    sku: v.optional(v.unwrap(sku)),
    delta: v.optional(
      v.pipe(
        integer(-MAX_QUANTITY, MAX_QUANTITY),
        v.check((delta) => delta !== 0, 'must not be 0'),
      ),
    ),
    quantity: v.optional(quantity),
    expected: v.optional(integer(-MAX_QUANTITY, MAX_QUANTITY)),
  }),
  v.check(
    ({ variant_id, sku }) => (variant_id === undefined) !== (sku === undefined),
    'must have exactly one of variant_id and sku',
  ),
  v.check(
    ({ delta, quantity }) => (delta === undefined) !== (quantity === undefined),
    'must have exactly one of delta and quantity',
  ),
)

/** One change of a quantity: by a number or to a number, only if the stock is as expected. */
export type StockChange = v.InferOutput<typeof stockChange>

/** Changes of quantities, and why. */
export const adjustment = v.pipe(
  knownMembers({
    reason: v.picklist(REASONS, `must be one of ${REASONS.join(', ')}`),
    reference: v.optional(v.nullable(line(1, 255)), null),
    atomic: v.optional(v.boolean('must be true or false'), true),
    changes: v.pipe(
      listOf(stockChange, MOST_CHANGES, `must have at most ${MOST_CHANGES} changes`),
      v.minLength(1, 'must have at least one change'),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['atomic'], ['changes']],
      ({ atomic, changes }) => !atomic || changes.length <= MOST_ATOMIC_CHANGES,
      `must have at most ${MOST_ATOMIC_CHANGES} changes, unless atomic is false`,
    ),
    ['changes'],
  ),
)

export type Adjustment = v.InferOutput<typeof adjustment>

const read = validator(adjustment)

/** Reads changes of quantities. Throws `InvalidFields`, also for two changes that name a variant alike. */
export function readAdjustment(body: unknown): Adjustment {
  const sent = read(body)
  throwAny(repeatedNames(sent.changes))
  return sent
}

function repeatedNames(changes: readonly StockChange[]): RuleBreak[] {
  const seen = new Set<string>()
  return changes.flatMap(({ variant_id, sku }, n) => {
    const [member, name] = sku === undefined ? ['variant_id', variant_id] : ['sku', sku]
    const isKnown = seen.has(`${member} ${name}`)
    seen.add(`${member} ${name}`)
    return isKnown ? [changedTwice(n, member)] : []
  })
}

/** A variant has one change in a request. */
export const NAMED_TWICE = 'names the same variant as another change'

const changedTwice = (n: number, member: string): RuleBreak => ({
  path: ['changes', `${n}`, member],
  code: 'invalid',
  detail: NAMED_TWICE,
})
