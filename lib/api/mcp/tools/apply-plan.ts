import * as v from 'valibot'
import { oneOf, words } from '../arguments.ts'
import { type Refused, readIn } from '../ask.ts'
import { PLAN_KINDS } from '../plan.ts'
import { problem, refusalOf, sentenceOf } from '../refusal.ts'
import { cut } from '../shown.ts'
import { type CallApi, type Outcome, ToolRefused, tool } from '../tool.ts'

const LONGEST_REASON = 300

/** The refusal of a summary that is not that of the plan. Its detail says what the plan does. */
const summaryDiffers = v.object({
  errors: v.tuple([v.object({ pointer: v.literal('/summary'), detail: v.string() })]),
})

/** The first members of the result of a plan that an earlier call carried out, or a first try of this one without a response. */
const ALREADY = {
  already_applied: true,
  note: 'This plan was already carried out, by an earlier call or a moment ago by this one: nothing was done twice, and versions and quantities are those of then.',
}

const NEXT =
  'What is done stays done. `change` is the number of the change in the plan. Of a product that has changed since (precondition_failed), read it with get_product_for_editing and plan the change again with plan_changes. After temporarily_unavailable, call apply_plan again with the same arguments.'

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
  data: v.array(
    v.object({ index: v.number(), variant_id: v.string(), product_id: v.string(), quantity: v.number() }),
  ),
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
  const { data, already } = await carryOut(api, '/admin/products/bulk', body, products)
  const refused = data.filter((row) => row.problem)
  const done = data.filter((row) => !row.problem)
  return {
    result: {
      ...already,
      done_count: done.length,
      done: done.map(({ index, id, version }) => ({ change: index, id, version })),
      ...(refused.length > 0 && {
        refused_count: refused.length,
        refused: refused.map(({ index, problem }) => ({
          change: index,
          reason: problem && cut(sentenceOf(problem), LONGEST_REASON),
        })),
        next: NEXT,
      }),
    },
    isError: refused.length > 0,
  }
}

async function applyStock(api: CallApi, body: object): Promise<Outcome> {
  const { data, already } = await carryOut(api, '/admin/inventory/adjust', body, stock)
  const done = data.map(({ index, ...row }) => ({ change: index, ...row }))
  return { result: { ...already, done_count: done.length, done } }
}

/** The advice for plans of the other kind, by the endpoint that does not take them. */
const OTHER_KIND = {
  '/admin/products/bulk': 'A plan of plan_stock needs `of` stock.',
  '/admin/inventory/adjust': 'A plan of plan_changes needs `of` products.',
}

type Path = keyof typeof OTHER_KIND

/** Sends a plan. Throws `ToolRefused`. */
async function carryOut<S extends v.GenericSchema<unknown, { data: unknown[] }>>(
  api: CallApi,
  path: Path,
  body: object,
  schema: S,
) {
  const response = await api('POST', path, { body })
  return {
    ...readIn(response, schema, (refused) => reasonOf(path, refused)),
    already: response.isReplay ? ALREADY : {},
  }
}

function reasonOf(path: Path, refused: Refused): ToolRefused {
  const { success, output } = v.safeParse(summaryDiffers, refused.body)
  if (success) {
    const [{ detail }] = output.errors
    // A model would send the right summary at once, as if the person had agreed to it.
    return new ToolRefused(
      `Nothing was done. The summary ${detail}. If the person did not see exactly this, show it to them and ask again.`,
    )
  }
  const reason = refusalOf(refused)
  // A key that cannot apply a plan of one kind cannot have made one, so the other kind is likelier than another key.
  if (reason.code === 'insufficient_scope')
    return new ToolRefused(`${OTHER_KIND[path]} ${reason.message}`, reason.code)
  if (reason.code !== 'stock_differs' && reason.code !== 'insufficient_stock') return reason
  return new ToolRefused(
    `Nothing was done. ${reason.message} Plan the changes again with plan_stock.`,
    reason.code,
  )
}
