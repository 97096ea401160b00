import * as v from 'valibot'
import { isJsonObject } from '../../../domain/body/json-object.ts'
import { listOf } from '../../../domain/text/list.ts'
import { MAX_DEPTH } from '../../http/body/structure.ts'
import { oneOf, PRICES, words } from '../arguments.ts'
import { ask, queryOf } from '../ask.ts'
import { DETAILS, type Detail, differences, dryEvent, dryVariant, variantDifferences } from '../changes.ts'
import { plan, shownPlan, THEN_APPLY } from '../plan.ts'
import { problem, sentenceOf } from '../refusal.ts'
import { LONGEST_NAME, onlySet } from '../rows.ts'
import { cut, shortest } from '../shown.ts'
import { type Outcome, tool } from '../tool.ts'

const OPERATIONS = ['create', 'update', 'variants', 'reprice', 'delete'] as const

/** As many as a plan can have. */
const MOST = 25

/** True for JSON that is nested deeper than `levels`. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

const data = v.pipe(
  v.custom<Record<string, unknown>>(isJsonObject, 'must be an object'),
  // A deeper one overflows the stack when it is written as JSON.
  v.check((fields) => !isDeeper(fields, MAX_DEPTH), `must not be nested more than ${MAX_DEPTH} levels deep`),
  v.metadata({
    type: 'object',
    properties: {
      name: { type: 'string' },
      description: { type: 'string' },
      price: { type: 'integer', description: 'In the smallest unit: 1250 is €12.50.' },
      compare_at_price: { type: ['integer', 'null'], description: 'The price before; null for none.' },
      category_id: { type: 'string' },
      status: { type: 'string', enum: ['draft', 'active', 'archived'] },
      is_available: { type: 'boolean' },
      sku: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
      variants: {
        type: 'array',
        description:
          'For op variants: each with the `id` of a variant, or its `sku` or `option_values`, and the fields to change, such as `price`.',
        items: { type: 'object' },
      },
    },
  }),
  v.description(
    'The fields to set, and only those: others stay. Any field of a product in this API; a new product needs name, price and category_id, and is a draft unless its status says otherwise.',
  ),
)

const percent = v.pipe(
  v.number('must be a number'),
  v.metadata({ type: 'number' }),
  v.description('For op reprice: -10 makes 900 of 1000; from -99 to 1000, in steps of 0.01.'),
)

const operation = v.strictObject({
  op: oneOf(
    OPERATIONS,
    'create: a new product. update: fields of a product. variants: fields of some of its variants, the others stay; price, SKU and stock rules of a product with variants are theirs. reprice: its price, or that of each variant, by a percentage. delete: the product.',
  ),
  id: v.optional(words('The id of the product; not for create.')),
  data: v.optional(data),
  percent: v.optional(percent),
})

const args = v.strictObject({
  operations: v.pipe(
    listOf(operation, MOST, `must have at most ${MOST} operations`),
    v.minLength(1, 'must have at least one operation'),
    v.description(
      'Each about another product. Example: {"op":"update","id":"<product id>","data":{"price":1250}}',
    ),
  ),
})

const row = v.object({
  index: v.number(),
  id: v.nullish(v.string()),
  problem: v.optional(problem),
  events: v.optional(v.array(dryEvent), []),
  variants: v.optional(v.array(dryVariant), []),
})

const response = v.object({ data: v.array(row), plan: v.optional(plan) })

type Row = v.InferOutput<typeof row>

/** POST /admin/products/bulk?dry_run=true: what changes of products would do, and their plan. */
export const planChanges = tool(
  {
    name: 'plan_changes',
    description: `Tries changes of up to ${MOST} products and shows what each would do, from which value to which. ${THEN_APPLY} Long texts are shortened in the result, not in the plan. Do not use it for stock: plan_stock. ${PRICES}`,
    scope: 'products:write',
    annotations: { title: 'Plan changes of products', readOnlyHint: true, openWorldHint: false },
  },
  args,
  async (api, { operations }) => {
    const tried = await ask(
      api,
      ['POST', '/admin/products/bulk', { query: queryOf({ dry_run: true }), body: { operations } }],
      response,
    )
    return resultOf(tried, (index) => operations[index]?.op)
  },
)

function resultOf(
  { data, plan: made }: v.InferOutput<typeof response>,
  opOf: (index: number) => string | undefined,
): Outcome {
  const refused = data.filter((one) => one.problem)
  const changing = data.filter(({ events }) => events.length > 0)
  const unchanged = data.filter((one) => !one.problem && one.events.length === 0)
  const result = shortest(DETAILS, (detail) => ({
    nothing_changed_yet: true,
    ...(detail.longest === 0 && {
      values_left_out: 'There is no room for all values. Plan fewer products at a time to see them.',
    }),
    would_change: changing.map((one, place) => changeOf(one, { place, op: opOf(one.index), detail })),
    ...(unchanged.length > 0 && { would_change_nothing: unchanged.map(({ index, id }) => ({ index, id })) }),
    ...(refused.length > 0 && { refused: refused.map((one) => refusalOf(one, opOf(one.index), detail)) }),
    ...(made && { plan: shownPlan('products', made) }),
    ...(!made && { no_plan: noPlan(refused.length, changing.length) }),
  }))
  return { result, isError: refused.length > 0 }
}

/** One operation that would change something; `place` is its place in the plan. */
function changeOf(
  { id, events, variants }: Row,
  { place, op, detail }: { place: number; op: string | undefined; detail: Detail },
): object {
  const [event] = events
  const { name, status, price, category_id }: Record<string, unknown> = event?.data ?? {}
  const isOld = op === 'update' || op === 'variants' || op === 'reprice'
  return onlySet({
    place,
    op,
    id,
    name: cut(`${name}`, detail.name),
    ...(op === 'create' && { status, price, category_id }),
    ...(isOld && event && { changes: differences(event.previous, event.data, detail) }),
    ...variantDifferences(variants, detail),
  })
}

function refusalOf({ index, problem: refused }: Row, op: string | undefined, { name }: Detail): object {
  // Cut as the names in the same result are.
  const longest = 300 * (name / LONGEST_NAME)
  return { index, op, reason: refused && cut(sentenceOf(refused), longest) }
}

function noPlan(refused: number, changing: number): string {
  if (refused > 0)
    return 'Some operations were refused, so there is no plan. Correct or leave out those in `refused`, and plan again.'
  if (changing === 0) return 'Nothing would change: everything is already as the operations say.'
  return 'The operations are too large to be planned together. Plan fewer at a time.'
}
