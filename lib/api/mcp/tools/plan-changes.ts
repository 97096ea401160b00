import * as v from 'valibot'
import { isJsonObject } from '../../../domain/body/json-object.ts'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { listOf } from '../../../domain/text/list.ts'
import { closedObject } from '../../../domain/text/text.ts'
import { MAX_DEPTH } from '../../http/body/structure.ts'
import { oneOf, PRICES, PRODUCT_ID_FOUND } from '../arguments.ts'
import { ask, queryOf } from '../ask.ts'
import { changeOf, dryResult, endsStock, outlineOf } from '../changes.ts'
import { HELD_IS_UNKNOWN, type HeldPieces, heldPieces } from '../held-pieces.ts'
import { plan, shownPlan, THEN_APPLY } from '../plan.ts'
import { type problem, sentenceOf } from '../refusal.ts'
import { cut, hasCut, shortest } from '../shown.ts'
import { type Outcome, tool } from '../tool.ts'

const OPERATIONS = ['create', 'update', 'variants', 'reprice', 'delete'] as const

/** As many as a plan can have. */
const MOST = 25

/** The most characters of the reason of a refusal, and where there is no room for it. */
const LONGEST_REASON = 300
const SHORT_REASON = 75

/** The place of a fault in the options by which a variant is named. */
const OPTIONS_OF_VARIANT = /^\/operations\/\d+\/data\/variants\/\d+\/option_values(\/|$)/

/** True for JSON that is nested deeper than `levels`. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const amount = { type: 'integer', description: 'In the smallest unit: 1250 is €12.50.' }
const amountOrNull = { type: ['integer', 'null'] }
const yesOrNo = { type: 'boolean' }

/** The fields that are set most, for a model: the API takes every field. */
const FIELDS = {
  name: text,
  description: text,
  price: amount,
  compare_at_price: { ...amountOrNull, description: 'The price before; null for none.' },
  cost: amountOrNull,
  category_id: text,
  status: { type: 'string', enum: ['draft', 'active', 'archived'] },
  is_available: yesOrNo,
  slug: text,
  sku: textOrNull,
  external_id: textOrNull,
  brand: textOrNull,
  gtin: textOrNull,
  mpn: textOrNull,
  weight_grams: { type: ['integer', 'null'] },
  tags: { type: 'array', items: text, description: 'Replaces all tags.' },
  images: {
    type: 'array',
    items: { type: 'object', properties: { url: text, alt: text } },
    description: 'Replaces all images.',
  },
  metadata: { type: 'object', description: 'Your own fields; those that are not named stay.' },
  track_inventory: yesOrNo,
  allow_backorder: yesOrNo,
  low_stock_at: { type: ['integer', 'null'] },
  options: {
    type: 'array',
    items: { type: 'object' },
    description: 'Such as [{"name":"Size","values":["S","M"]}].',
  },
  variants: {
    type: 'array',
    description:
      'For op variants: each with the `id` of a variant, or its `sku` or `option_values`, and the fields to change, such as `price`; the others stay. For op update it replaces all variants.',
    items: { type: 'object' },
  },
}

const data = v.pipe(
  v.custom<Record<string, unknown>>(isJsonObject, 'must be an object'),
  // A deeper one overflows the stack when it is written as JSON.
  v.check((fields) => !isDeeper(fields, MAX_DEPTH), `must not be nested more than ${MAX_DEPTH} levels deep`),
  v.check(
    (fields) => isDeeper(fields, MAX_DEPTH) || !hasCut(fields),
    'has a text that a result has cut: read the whole text first, by get_product_for_editing',
  ),
  v.metadata({ type: 'object', properties: FIELDS }),
  v.description(
    'The fields to set, and only those: others stay. A new product needs name, price and category_id, and is a draft unless its status says otherwise.',
  ),
)

const percent = v.pipe(
  v.number('must be a number'),
  v.metadata({ type: 'number' }),
  v.description('For op reprice: -10 makes 900 of 1000; from -99 to 1000, in steps of 0.01.'),
)

const operation = v.pipe(
  closedObject({
    op: oneOf(
      OPERATIONS,
      'create: a new product. update: fields of a product. variants: fields of some of its variants, the others stay; price, SKU and stock rules of a product with variants are theirs. reprice: its price, or that of each variant, by a percentage. delete: the product.',
    ),
    id: v.optional(
      v.pipe(
        v.string('must be a string'),
        v.check(isUuid, `${PRODUCT_ID_FOUND}; a variant is changed by op variants of its product`),
        v.metadata({ format: 'uuid' }),
        v.description('The id of the product; not for create.'),
      ),
    ),
    data: v.optional(data),
    percent: v.optional(percent),
  }),
  v.check(
    ({ op, id }) => op === 'create' || id !== undefined,
    'must have the id of the product: find_products and search_products have it',
  ),
  v.check(({ op, id }) => op !== 'create' || id === undefined, 'must have no id: the API makes it'),
  v.forward(
    v.check(({ op, percent }) => op === 'reprice' || percent === undefined, 'is for op reprice only'),
    ['percent'],
  ),
)

const args = v.strictObject({
  operations: v.pipe(
    listOf(operation, MOST, `must have at most ${MOST} operations`),
    v.minLength(1, 'must have at least one operation'),
    v.description(
      'Each about another product. Example: {"op":"update","id":"<product id>","data":{"price":1250}}',
    ),
  ),
})

const response = v.object({ data: v.array(dryResult), plan: v.optional(plan) })

/** POST /admin/products/bulk?dry_run=true: what changes of products would do, and their plan. */
export const planChanges = tool(
  {
    name: 'plan_changes',
    description: `Tries changes of up to ${MOST} products and shows what each would do, from which value to which. ${THEN_APPLY} Of a long text only the part that changes is shown. Do not use it for stock: plan_stock. ${PRICES}`,
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
    const held = tried.data.some(endsStock) ? ((await heldPieces(api)) ?? 'unknown') : undefined
    return resultOf(tried, operations, held)
  },
)

/** `held` are the held pieces, if a quantity ends. */
function resultOf(
  { data, plan: made }: v.InferOutput<typeof response>,
  operations: readonly v.InferOutput<typeof operation>[],
  held: HeldPieces | 'unknown' | undefined,
): Outcome {
  const opOf = (index: number) => operations[index]?.op
  const pieces = held === 'unknown' ? undefined : held
  const refused = data.filter((one) => one.problem)
  const changing = data.filter(({ events }) => events.length > 0)
  const unchanged = data.filter((one) => !one.problem && one.events.length === 0)
  const result = shortest([false, true], (isOutline) => ({
    nothing_changed_yet: true,
    would_change: changing.map((one, change) => ({
      change,
      operation: one.index,
      op: opOf(one.index),
      ...(isOutline ? outlineOf(one) : changeOf(one, operations[one.index]?.data ?? {}, pieces)),
    })),
    ...(held === 'unknown' && HELD_IS_UNKNOWN),
    ...(unchanged.length > 0 && {
      would_change_nothing: unchanged.map(({ index, id }) => ({ operation: index, id })),
    }),
    ...(refused.length > 0 && {
      refused: refused.map(({ index, problem }) => ({
        operation: index,
        op: opOf(index),
        reason: problem && cut(reasonOf(problem, opOf(index)), isOutline ? SHORT_REASON : LONGEST_REASON),
      })),
    }),
    // A person cannot agree to something that is not shown.
    ...(made && !isOutline
      ? { plan: shownPlan('products', made) }
      : { no_plan: noPlan(refused.length, changing.length) }),
  }))
  return { result, isError: refused.length > 0 }
}

/** Why an operation is refused. To list all variants is not what an update of some of them needs. */
function reasonOf(refused: v.InferOutput<typeof problem>, op?: string): string {
  const isOfVariants = refused.errors.some(({ pointer = '' }) => OPTIONS_OF_VARIANT.test(pointer))
  const advice = 'Op variants changes some variants and leaves the others; op update replaces all. '
  return `${op === 'update' && isOfVariants ? advice : ''}${sentenceOf(refused)}`
}

function noPlan(refused: number, changing: number): string {
  if (refused > 0)
    return 'Some operations were refused, so there is no plan. Correct or leave out those in `refused`, and plan again.'
  if (changing === 0)
    return 'Nothing would change: the products are already so, or what decides the field is another one: `is_available` follows the stock or the variants where there are some, and a percentage of a small price can round to the same price.'
  return 'There is no plan, because it is too long to be shown whole. Plan fewer products at a time, fewer fields of one, or some of its variants by op variants.'
}
