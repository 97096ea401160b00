import * as v from 'valibot'
import type { REASONS } from '../../../domain/stock/inventory.ts'
import { listOf } from '../../../domain/text/list.ts'
import { oneOf, wholeNumber, words } from '../arguments.ts'
import { ask, queryOf, type Refused } from '../ask.ts'
import { HELD_IS_UNKNOWN, heldPieces } from '../held-pieces.ts'
import { type KnownProducts, knownProducts, nameOf } from '../known-products.ts'
import { plan, shownPlan, THEN_APPLY } from '../plan.ts'
import { problem, refusalOf, sentenceOf } from '../refusal.ts'
import { LONGEST_NAME, onlySet } from '../rows.ts'
import { cut, shortest, unseenIn } from '../shown.ts'
import { ToolRefused, tool } from '../tool.ts'

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

const EXAMPLE = '{"sku":"TEA-100","delta":12}'

const members = {
  variant_id: v.optional(words('The variant, by its id; the id of the product, if it has no variants.')),
  sku: v.optional(words('The variant, by its SKU. Exactly one of variant_id and sku.')),
  delta: v.optional(
    wholeNumber('The pieces to add, such as 12, or to take, such as -3. Sales in between are kept.'),
  ),
  quantity: v.optional(
    wholeNumber(
      'What can be sold from now on: after a count, counted pieces − `held`. Exactly one of delta and quantity.',
    ),
  ),
}

const change = v.strictObject(members, `must be an object such as ${EXAMPLE}`)

type Change = v.InferOutput<typeof change>

const args = v.strictObject({
  reason: oneOf(WHY, 'Why the stock changes: `received` for a delivery, `correction` after a count.'),
  reference: v.optional(words('A reference of your own, such as the number of a delivery note.')),
  changes: v.pipe(
    listOf(change, MOST, `must have at most ${MOST} changes`),
    v.minLength(1, 'must have at least one change'),
    v.description(`One for each variant. Example: ${EXAMPLE}`),
  ),
})

const adjusted = v.object({ variant_id: v.string(), delta: v.number() })

const response = v.object({
  data: v.array(
    v.object({
      variant_id: v.string(),
      product_id: v.string(),
      sku: v.nullable(v.string()),
      quantity: v.number(),
    }),
  ),
  events: v.array(
    v.object({
      data: v.looseObject({
        id: v.nullish(v.string()),
        name: v.optional(v.string()),
        changes: v.optional(v.array(adjusted), []),
      }),
    }),
  ),
  plan: v.optional(plan),
})

type Tried = v.InferOutput<typeof response>

/** The most characters of a SKU or an id in a refusal. */
const LONGEST_SENT = 40

interface Lengths {
  name: number
  value: number
  sku: number
}

/** The most characters of the texts of rows, from the longest to those with which there is room for all rows. */
const LENGTHS: readonly [Lengths, ...Lengths[]] = [
  { name: LONGEST_NAME, value: 40, sku: LONGEST_NAME },
  { name: 30, value: 15, sku: 30 },
  { name: 15, value: 5, sku: 15 },
]

/** POST /admin/inventory/adjust?dry_run=true: what changes of stock would do, and their plan. */
export const planStock = tool(
  {
    name: 'plan_stock',
    description: `Tries changes of up to ${MOST} stock quantities, all together or none, and shows the quantities before and after. ${THEN_APPLY} Use it after a delivery or a count; only variants whose stock is tracked have a quantity. \`held\` are the pieces of buyers who are paying; they are not in the quantity.`,
    scope: 'inventory:write',
    annotations: { title: 'Plan changes of stock', readOnlyHint: true, openWorldHint: false },
  },
  args,
  async (api, body) => {
    const tried = await ask(
      api,
      ['POST', '/admin/inventory/adjust', { query: queryOf({ dry_run: true }), body }],
      response,
      (refused) => refusalOfChanges(refused, body.changes),
    )
    const ids = new Set(tried.data.map(({ product_id }) => product_id))
    const [known, held] = await Promise.all([knownProducts(api, ids, namesIn(tried)), heldPieces(api)])
    // The API has refused a long reference: this one can be shown whole.
    const { reason, reference } = body
    const unseen = unseenIn(reference ?? '')
    const why = onlySet({ reason, reference, unseen_characters: unseen > 0 ? unseen : undefined })
    return {
      result: shortest(LENGTHS, (longest) => resultOf(tried, { why, known, held, longest })),
    }
  },
)

/** The names of products that a dry run would make available or unavailable. */
const namesIn = ({ events }: Tried) =>
  new Map(events.flatMap(({ data: { id, name } }) => (id && name ? [[id, name] as const] : [])))

/** Why the stock changes, and for the rows of a dry run names and the held pieces. */
interface Reading {
  why: object
  known: KnownProducts
  held: ReadonlyMap<string, number> | undefined
  longest: Lengths
}

function resultOf({ data, events, plan: made }: Tried, { why, known, held, longest }: Reading): object {
  const deltas = new Map(events.flatMap(({ data }) => data.changes.map((one) => [one.variant_id, one.delta])))
  const rows = data.map(({ sku, quantity, ...ids }) => ({
    delta: deltas.get(ids.variant_id) ?? 0,
    quantity,
    name: { ...nameOf(known, ids, longest), ...onlySet({ sku: sku && cut(sku, longest.sku) }), ...ids },
    held: onlySet({ held: held && (held.get(ids.variant_id) ?? 0) }),
  }))
  const unchanged = rows.filter(({ delta }) => delta === 0)
  return {
    nothing_changed_yet: true,
    ...why,
    would_change: rows
      .filter(({ delta }) => delta !== 0)
      .map(({ name, delta, quantity, held }, change) => ({
        change,
        ...name,
        from: quantity - delta,
        to: quantity,
        ...held,
      })),
    ...(unchanged.length > 0 && {
      would_change_nothing: unchanged.map(({ name, quantity, held }) => ({ ...name, quantity, ...held })),
    }),
    ...(!held && HELD_IS_UNKNOWN),
    ...(made
      ? { plan: shownPlan('stock', made) }
      : { no_plan: 'Nothing would change: every quantity is already as the changes say.' }),
  }
}

/** The refusal of changes: each with the SKU or id that was sent. */
function refusalOfChanges(refused: Refused, changes: readonly Change[]): ToolRefused {
  const { success, output } = v.safeParse(problem, refused.body)
  if (!success) return refusalOf(refused)
  const errors = output.errors.map((error) => {
    const [, place] = /^\/changes\/(\d+)/.exec(error.pointer ?? '') ?? []
    const { sku, variant_id = sku } = changes[Number(place)] ?? {}
    return variant_id === undefined
      ? error
      : { ...error, detail: `("${cut(variant_id, LONGEST_SENT)}") ${error.detail}` }
  })
  if (errors.length === 0) return refusalOf(refused)
  const sentence = sentenceOf({ ...output, errors })
  return new ToolRefused(
    `Nothing was changed, and there is no plan: correct the arguments and plan again. ${sentence}`,
    output.code,
  )
}
