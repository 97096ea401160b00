import * as v from 'valibot'
import { isJsonObject } from '../body/json-object.ts'
import { validator } from '../body/resource.ts'
import { isUuid } from '../text/identifiers.ts'
import { isInSteps, LEAST_PERCENT, MOST_PERCENT } from './price-by.ts'
import { externalId } from './product.ts'

const data = v.pipe(
  v.custom<Record<string, unknown>>(isJsonObject, 'must be an object'),
  v.metadata({ type: 'object' }),
)
const id = v.pipe(
  v.string('must be a string'),
  v.check(isUuid, 'must be a product id'),
  v.transform((uuid) => uuid.toLowerCase()),
  v.metadata({ format: 'uuid' }),
)
const names = { id: v.optional(id), external_id: v.optional(externalId) }
const if_match = v.optional(v.string('must be a string'))

const PERCENT = `must be a number from ${LEAST_PERCENT} to ${MOST_PERCENT} in steps of 0.01`

/** By how many per cent prices change. */
export const percent = v.pipe(
  v.number(PERCENT),
  v.check((n) => n >= LEAST_PERCENT && n <= MOST_PERCENT && isInSteps(n), PERCENT),
  // No multipleOf: a validator that divides floating-point numbers would refuse 12.34.
  v.metadata({ type: 'number', minimum: LEAST_PERCENT, maximum: MOST_PERCENT }),
)

/** The kinds of operations that name an existing product by either of its ids. */
const ON_EITHER_ID: readonly string[] = ['update', 'variants', 'reprice', 'delete']

const operation = v.pipe(
  v.variant(
    'op',
    [
      v.strictObject({ op: v.literal('create'), data }),
      v.strictObject({ op: v.literal('update'), ...names, data, if_match }),
      v.strictObject({ op: v.literal('upsert'), external_id: externalId, data, if_match }),
      v.strictObject({ op: v.literal('merge'), external_id: externalId, data, if_match }),
      v.strictObject({ op: v.literal('variants'), ...names, data, if_match }),
      v.strictObject({ op: v.literal('reprice'), ...names, percent, if_match }),
      v.strictObject({ op: v.literal('delete'), ...names, if_match }),
    ],
    // Without a path the operation itself is not an object.
    ({ path }) =>
      path ? 'must be create, update, upsert, merge, variants, reprice or delete' : 'must be an object',
  ),
  v.check(
    (named) => !ON_EITHER_ID.includes(named.op) || 'id' in named !== 'external_id' in named,
    'must have exactly one of id and external_id',
  ),
)

/** One operation of a bulk request; its `data` is checked by the product's rules when its turn comes. */
export type BulkOperation = v.InferOutput<typeof operation>

/** Reads one operation. Throws `InvalidFields`. */
export const readOperation: (value: unknown) => BulkOperation = validator(operation)

/** Reads the operations of a bulk request without looking into them. Throws `InvalidFields`. */
export const readOperations: (body: unknown) => { operations: unknown[] } = validator(
  v.strictObject({
    operations: v.pipe(
      v.array(v.unknown(), 'must be an array'),
      v.minLength(1, 'must have 1 to 100 operations'),
      v.maxLength(100, 'must have 1 to 100 operations'),
    ),
  }),
)
