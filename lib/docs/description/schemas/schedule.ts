import { MOST_DAYS, wantedSchedule } from '../../../domain/schedules/schedule.ts'
import { closed, membersOf, nullable, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { answered, described, growing, input, STAMPS, TIME, UUID } from './members.ts'
import { ADMIN_VARIANTS, VARIANT_ID } from './variant.ts'

const { at, until, patch } = membersOf(wantedSchedule)
const { variants, ...own } = patch?.properties ?? {}

const COMPARE_AT = 'The earlier price, shown crossed out. In the unit of `price`, and not below it.'

const ofProduct = described(
  {
    status: 'The status from then on.',
    price: "A whole number of the currency's minor unit. Only for a product without options.",
    compare_at_price: `${COMPARE_AT} Only for a product without options.`,
    tags: 'The tags from then on, as a whole.',
  },
  { ...own, status: ref('ProductStatus') },
)

const ofVariant = described(
  {
    id: 'The variant, by its id.',
    sku: 'The variant, by its SKU today. Exactly one of `id` and `sku`.',
    price: "A whole number of the currency's minor unit.",
    compare_at_price: COMPARE_AT,
    is_enabled: '`false` hides the variant from the public.',
  },
  { ...variants?.items?.properties, id: VARIANT_ID },
)
const { sku: _, id, ...ofStoredVariant } = ofVariant

/** Values of some fields, in a response: those that a patch has. */
const SCHEDULED: JsonSchema = {
  ...input(
    {
      ...answered(ofProduct),
      variants: {
        type: 'array',
        items: ref('ScheduledVariant'),
        ...(variants?.maxItems !== undefined && { maxItems: variants.maxItems }),
        description: 'The variants that change.',
      },
    },
    [],
  ),
  description: 'Values of some fields of a product, and of its variants.',
}

export const SCHEDULE_SCHEMAS: Record<string, JsonSchema> = {
  NewScheduledVariant: input(ofVariant, []),
  NewScheduledValues: {
    ...input(
      {
        ...ofProduct,
        variants: {
          ...variants,
          items: ref('NewScheduledVariant'),
          description: 'The variants of a product with options that change, each once.',
        },
      },
      [],
    ),
    minProperties: 1,
  },
  NewSchedule: input(
    {
      at: {
        ...at,
        description: `When the change is made: between one minute and ${MOST_DAYS} days from now, with any offset.`,
      },
      until: {
        ...until,
        description: `When the change ends: at least one minute after \`at\`, and at most ${MOST_DAYS} days from now. Null: never.`,
      },
      patch: {
        ...ref('NewScheduledValues'),
        description: 'The fields that change, at least one. No other field can.',
      },
    },
    ['at', 'patch'],
  ),
  ScheduledVariant: input(
    { id: { ...id, description: 'The id of the variant.' }, ...answered(ofStoredVariant) },
    ['id'],
  ),
  ScheduledValues: SCHEDULED,
  SchedulePlanner: closed({
    key_id: nullable({ ...UUID, description: 'The id of the API key.' }),
    key_name: nullable({ type: 'string', description: 'The name of the API key at that time.' }),
  }),
  Schedule: closed({
    product_id: { ...UUID, description: 'The id of the product.' },
    at: { ...TIME, description: 'When the change is made.' },
    until: nullable({ ...TIME, description: 'When the change ends; null: never.' }),
    patch: { ...ref('ScheduledValues'), description: 'The values that the change sets.' },
    replaced: {
      ...nullable(ref('ScheduledValues')),
      description: 'The values that the change replaced; null as long as it is planned.',
    },
    planned_by: {
      ...ref('SchedulePlanner'),
      description: 'The API key that planned it last. Revoking the key does not end the schedule.',
    },
    ...answered(STAMPS),
  }),
  ScheduleList: listOf(ref('Schedule')),
  ScheduleHalf: growing(['at', 'until'], '`at`: the change was to be made. `until`: it was to end.'),
  ScheduleFailureCode: growing(
    ['missed', 'invalid', 'left'],
    '`missed`: `until` was over before the change could be made. `invalid`: the product did not allow it. `left`: the other fields were changed.',
  ),
  ScheduleFailure: closed({
    id: { ...UUID, description: 'The id of the failure.' },
    product_id: { ...UUID, description: 'The id of the product.' },
    half: ref('ScheduleHalf'),
    code: ref('ScheduleFailureCode'),
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'The fields that were left as they were: `price`, `variants/<id>/price`.',
    },
  }),
}

export const A_SCHEDULE_REQUEST = {
  at: '2026-11-27T00:00:00+01:00',
  until: '2026-11-30T00:00:00+01:00',
  patch: { price: 5120, compare_at_price: 6400 },
}

export const A_SCHEDULE = {
  product_id: ADMIN_VARIANTS.id,
  at: '2026-11-26T23:00:00.000Z',
  until: '2026-11-29T23:00:00.000Z',
  patch: A_SCHEDULE_REQUEST.patch,
  replaced: null,
  planned_by: { key_id: '01a1f85c-9786-79fb-a3c4-bd6300fca7aa', key_name: 'Marketing' },
  created_at: '2026-11-20T10:12:05.377Z',
  updated_at: '2026-11-20T10:12:05.377Z',
  version: 1,
}

/** A failure as its event shows it. */
export const A_SCHEDULE_FAILURE = {
  id: '01a1f862-3c4d-7e5f-a061-728394a5b6d7',
  product_id: ADMIN_VARIANTS.id,
  half: 'until',
  code: 'left',
  fields: ['price'],
}
