import { externalId } from '../../domain/product.ts'
import { closed, fromValibot, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { input, UUID } from './members.ts'

const id = { type: 'string', format: 'uuid', description: 'Which product: this or `external_id`.' }
/** What another system may call a product. */
export const EXTERNAL_ID = fromValibot(externalId)

const external_id: JsonSchema = {
  ...EXTERNAL_ID,
  description: 'Which product, by the id another system has for it.',
}
const if_match = { type: 'string', description: 'As the header `If-Match`.' }
const op = (word: string): JsonSchema => ({ type: 'string', const: word })
const index: JsonSchema = { type: 'integer', minimum: 0, maximum: 99, description: 'Which operation.' }

/** Each is judged when its turn comes, so that a wrong one does not stop the others. */
const OPERATIONS: JsonSchema[] = [
  input({ op: op('create'), data: ref('NewProduct') }, ['op', 'data']),
  input({ op: op('update'), id, data: ref('ProductPatch'), if_match }, ['op', 'id', 'data']),
  input({ op: op('update'), external_id, data: ref('ProductPatch'), if_match }, [
    'op',
    'external_id',
    'data',
  ]),
  input({ op: op('upsert'), external_id, data: ref('NewProduct'), if_match }, ['op', 'external_id', 'data']),
  input({ op: op('merge'), external_id, data: ref('ProductPatch'), if_match }, ['op', 'external_id', 'data']),
  input({ op: op('delete'), id, if_match }, ['op', 'id']),
  input({ op: op('delete'), external_id, if_match }, ['op', 'external_id']),
]

export const BULK_SCHEMAS: Record<string, JsonSchema> = {
  BulkRequest: input(
    { operations: { type: 'array', items: { anyOf: OPERATIONS }, minItems: 1, maxItems: 100 } },
    ['operations'],
  ),
  BulkResult: closed({
    data: {
      type: 'array',
      description: 'One result for each operation, in the same order.',
      items: {
        anyOf: [
          closed({
            index,
            status: { type: 'integer', enum: [200, 201, 204] },
            id: UUID,
            version: { type: 'integer', minimum: 1 },
          }),
          closed({
            index,
            status: { type: 'integer', minimum: 400, maximum: 599 },
            problem: ref('Problem'),
          }),
        ],
      },
      minItems: 1,
      maxItems: 100,
    },
    count: { type: 'integer', minimum: 1, maximum: 100 },
  }),
}
