import * as v from 'valibot'
import { oneOf, words } from '../arguments.ts'
import { ask } from '../ask.ts'
import { PLAN_KINDS } from '../plan.ts'
import { problem, sentenceOf } from '../refusal.ts'
import { cut } from '../shown.ts'
import { type CallApi, type Outcome, tool } from '../tool.ts'

const LONGEST_REASON = 300

const products = v.object({
  data: v.array(
    v.object({
      index: v.number(),
      status: v.number(),
      id: v.optional(v.string()),
      version: v.optional(v.number()),
      problem: v.optional(problem),
    }),
  ),
})

const stock = v.object({
  data: v.array(v.object({ variant_id: v.string(), product_id: v.string(), quantity: v.number() })),
})

/** POST /admin/products/bulk or /admin/inventory/adjust with a plan: carries it out. */
export const applyPlan = tool(
  {
    name: 'apply_plan',
    description:
      'Carries out a plan of plan_changes or plan_stock, after the person who is responsible has seen its changes and agreed. Send `of`, `plan` and `summary` exactly as the plan has them in `apply_plan`: the summary is what the person agrees to. A product that changed since the plan was made is left as it is and reported, the others are changed; stock changes all together or not at all. Calling it again does nothing twice.',
    scope: ['products:write', 'inventory:write'],
    annotations: {
      title: 'Apply a plan',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
  },
  v.strictObject({
    of: oneOf(PLAN_KINDS, 'products for a plan of plan_changes, stock for one of plan_stock.'),
    plan: words('The id of the plan.'),
    summary: words('The summary of the plan, unchanged.'),
  }),
  (api, { of, ...body }) => (of === 'stock' ? applyStock(api, body) : applyProducts(api, body)),
)

async function applyProducts(api: CallApi, body: object): Promise<Outcome> {
  const { data } = await ask(api, ['POST', '/admin/products/bulk', { body }], products)
  const refused = data.filter((row) => row.problem)
  const done = data.filter((row) => !row.problem)
  return {
    result: {
      done_count: done.length,
      done: done.map(({ index, id, version }) => ({ place: index, id, version })),
      ...(refused.length > 0 && {
        refused_count: refused.length,
        refused: refused.map(({ index, problem }) => ({
          place: index,
          reason: problem && cut(sentenceOf(problem), LONGEST_REASON),
        })),
        next: 'What is done stays done. `place` is the place in the plan. Of a product that has changed since (precondition_failed), read it and plan again; after temporarily_unavailable, call apply_plan again with the same arguments.',
      }),
    },
    isError: refused.length > 0,
  }
}

async function applyStock(api: CallApi, body: object): Promise<Outcome> {
  const { data } = await ask(api, ['POST', '/admin/inventory/adjust', { body }], stock)
  return { result: { done_count: data.length, done: data } }
}
