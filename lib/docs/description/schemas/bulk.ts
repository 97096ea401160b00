import { percent } from '../../../domain/products/bulk-operation.ts'
import { externalId } from '../../../domain/products/product.ts'
import { closed, fromValibot, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { input, UUID } from './members.ts'
import { PLAN_INSTEAD, PLAN_OF_DRY_RUN } from './plan.ts'
import { optionList, VARIANT_ID } from './variant.ts'

/** The schema of an external id. */
export const EXTERNAL_ID = fromValibot(externalId)

const EITHER = 'Exactly one of `id` and `external_id` names the product.'

const id: JsonSchema = { type: 'string', format: 'uuid', description: 'The id of the product.' }
const external_id: JsonSchema = { ...EXTERNAL_ID, description: 'The id of the product in another system.' }
const if_match: JsonSchema = { type: 'string', description: 'The same as the header `If-Match`.' }

/** An operation; `op` names its kind. */
const operation = (
  op: string,
  description: string,
  members: Record<string, JsonSchema>,
  required: string[],
) => ({
  ...input({ op: { type: 'string', const: op }, ...members }, ['op', ...required]),
  description,
})

/** Each operation is checked when its turn comes, so that a wrong one does not stop the others. */
const OPERATIONS: Record<string, JsonSchema> = {
  BulkCreate: operation('create', 'Creates a product.', { data: ref('NewProduct') }, ['data']),
  BulkUpdate: operation(
    'update',
    `Patches a product that exists. ${EITHER}`,
    { id, external_id, data: ref('ProductPatch'), if_match },
    ['data'],
  ),
  BulkUpsert: operation(
    'upsert',
    'Creates a product, or replaces all of its writable fields, like PUT by external id.',
    { external_id, data: ref('NewProduct'), if_match },
    ['external_id', 'data'],
  ),
  BulkMerge: operation(
    'merge',
    'Creates a product, or patches the existing one, like PATCH by external id.',
    { external_id, data: ref('ProductPatch'), if_match },
    ['external_id', 'data'],
  ),
  BulkVariants: operation(
    'variants',
    `Patches the variants that it names and leaves the others, like PATCH of the product's variants. ${EITHER}`,
    { id, external_id, data: ref('VariantSetPatch'), if_match },
    ['data'],
  ),
  BulkReprice: operation(
    'reprice',
    `Changes the price of a product, or of all its variants, by a percentage. ${EITHER}`,
    {
      id,
      external_id,
      percent: {
        ...fromValibot(percent),
        description:
          'The percentage, in steps of 0.01: -10 makes 900 of 1000. The new price is rounded to a whole minor unit, halves away from zero; a price above 0 stays at least 1. `compare_at_price` stays, and the operation is refused if it would then be below the price.',
      },
      if_match,
    },
    ['percent'],
  ),
  BulkDelete: operation('delete', `Deletes a product. ${EITHER}`, { id, external_id, if_match }, []),
}

const mapping = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, { properties }]) => [
    String(properties?.op?.const),
    String(ref(name).$ref),
  ]),
)

export const BULK_SCHEMAS: Record<string, JsonSchema> = {
  ...OPERATIONS,
  BulkOperation: {
    oneOf: Object.keys(OPERATIONS).map(ref),
    discriminator: { propertyName: 'op', mapping },
  },
  BulkRequest: input(
    {
      operations: {
        type: 'array',
        items: ref('BulkOperation'),
        minItems: 1,
        maxItems: 100,
        description: 'The operations, such as `{"op":"update","id":"…","data":{"price":1250}}`.',
      },
      ...PLAN_INSTEAD,
    },
    [],
  ),
  BulkResult: {
    ...closed({
      index: { type: 'integer', minimum: 0, maximum: 99, description: 'The index of the operation, from 0.' },
      status: {
        type: 'integer',
        minimum: 200,
        maximum: 599,
        description:
          'The status that the same request alone would get: 200, 201 or 204 if it was carried out.',
      },
      id: {
        ...UUID,
        type: ['string', 'null'],
        description:
          'The id of the product, if the operation was carried out. In a dry run null for a product that would be created.',
      },
      version: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the product, if the operation was carried out.',
      },
      problem: { ...ref('Problem'), description: 'The reason, if the operation was refused.' },
      events: {
        type: 'array',
        items: ref('EventOfDryRun'),
        description:
          'Only in a dry run: the events that the operation would record; none if it would change nothing.',
      },
      variants: {
        type: 'array',
        items: ref('VariantDifference'),
        description: 'Only in a dry run of a product with options: the variants that would change.',
      },
      options: {
        ...ref('OptionsDifference'),
        description: 'Only in a dry run in which the options of the product would change, or their order.',
      },
      quantities: {
        type: 'array',
        items: ref('QuantityDifference'),
        description:
          'Only in a dry run in which quantities of the product would begin or end, because their inventory is tracked from then on or no longer.',
      },
    }),
    required: ['index', 'status'],
  },
  OptionsDifference: closed({
    from: { ...optionList, description: 'The options before; empty for a product without any.' },
    to: { ...optionList, description: 'The options after it.' },
  }),
  QuantityDifference: closed({
    id: {
      ...VARIANT_ID,
      type: ['string', 'null'],
      description:
        'The id of the variant, or of the product if it has no options; null for a product that would be created.',
    },
    option_values: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The values of the variant; none for a product without options.',
    },
    from: { type: ['integer', 'null'], description: 'The quantity that ends; null if there is none.' },
    to: { type: ['integer', 'null'], description: 'The quantity that begins; null if there is none.' },
  }),
  VariantDifference: closed({
    id: {
      ...VARIANT_ID,
      type: ['string', 'null'],
      description: 'The id of the variant; null for a product that would be created.',
    },
    option_values: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Its values, after the change or before its removal.',
    },
    from: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The members that change, before the change; null for a new variant.',
    },
    to: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The same after the change; null for a variant that would be removed.',
    },
  }),
  BulkResultList: closed(
    {
      data: {
        type: 'array',
        description: 'One result for each operation, in the same order.',
        items: ref('BulkResult'),
        minItems: 1,
        maxItems: 100,
      },
      count: { type: 'integer', minimum: 1, maximum: 100, description: 'The number of results in `data`.' },
      plan: PLAN_OF_DRY_RUN,
    },
    ['plan'],
  ),
}
