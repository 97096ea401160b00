import * as v from 'valibot'
import type { REASONS } from '../../../domain/stock/inventory.ts'
import { listOf } from '../../../domain/text/list.ts'
import { oneOf, wholeNumber, words } from '../arguments.ts'
import { ask, queryOf } from '../ask.ts'
import { plan, shownPlan, THEN_APPLY } from '../plan.ts'
import { tool } from '../tool.ts'

/** Those of an adjustment: the domain's list would bring all rules of products with it. */
const WHY = [
  'sale',
  'return',
  'received',
  'correction',
  'damaged',
  'transfer',
  'other',
] as const satisfies typeof REASONS

/** As many as are made together or not at all. */
const MOST = 24

const change = v.strictObject({
  variant_id: v.optional(words('The variant, by its id; the id of the product, if it has no variants.')),
  sku: v.optional(words('The variant, by its SKU. Exactly one of variant_id and sku.')),
  delta: v.optional(
    wholeNumber('The pieces to add, such as 12, or to take, such as -3. Sales in between are kept.'),
  ),
  quantity: v.optional(
    wholeNumber('The quantity from now on, after a count. Exactly one of delta and quantity.'),
  ),
})

const args = v.strictObject({
  reason: oneOf(WHY, 'Why the stock changes: `received` for a delivery, `correction` after a count.'),
  reference: v.optional(words('A reference of your own, such as the number of a delivery note.')),
  changes: v.pipe(
    listOf(change, MOST, `must have at most ${MOST} changes`),
    v.minLength(1, 'must have at least one change'),
    v.description('One for each variant. Example: {"sku":"TEA-100","delta":12}'),
  ),
})

const adjusted = v.object({
  variant_id: v.string(),
  product_id: v.string(),
  delta: v.number(),
  quantity: v.number(),
})

const response = v.object({
  events: v.array(
    v.object({ type: v.string(), data: v.looseObject({ changes: v.optional(v.array(adjusted), []) }) }),
  ),
  plan: v.optional(plan),
})

/** POST /admin/inventory/adjust?dry_run=true: what changes of stock would do, and their plan. */
export const planStock = tool(
  {
    name: 'plan_stock',
    description: `Tries changes of up to ${MOST} stock quantities, all together or none, and shows the quantities before and after. ${THEN_APPLY} Use it after a delivery or a count; only variants whose stock is tracked have a quantity.`,
    scope: 'inventory:write',
    annotations: { title: 'Plan changes of stock', readOnlyHint: true, openWorldHint: false },
  },
  args,
  async (api, body) => {
    const call = { query: queryOf({ dry_run: true }), body }
    const { events, plan: made } = await ask(api, ['POST', '/admin/inventory/adjust', call], response)
    const changes = events.flatMap(({ data }) => data.changes)
    return {
      result: {
        nothing_changed_yet: true,
        would_change: changes.map(({ delta, quantity, ...row }) => ({
          ...row,
          from: quantity - delta,
          to: quantity,
        })),
        ...(made
          ? { plan: shownPlan('stock', made) }
          : { no_plan: 'Nothing would change: every quantity is already as the changes say.' }),
      },
    }
  },
)
