import { closed } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { UUID } from './members.ts'
import { ADMIN_VARIANTS } from './variant.ts'

export const SCHEDULE_SCHEMAS: Record<string, JsonSchema> = {
  ScheduleFailure: closed({
    id: { ...UUID, description: 'The id of the failure.' },
    product_id: { ...UUID, description: 'The id of the product.' },
    half: {
      type: 'string',
      enum: ['at', 'until'],
      description: '`at`: the change was to be made. `until`: it was to end.',
    },
    code: {
      type: 'string',
      enum: ['missed', 'invalid', 'left'],
      description:
        '`missed`: `until` was over before the change could be made. `invalid`: the product did not allow it. `left`: the other fields were changed.',
    },
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'The fields that were left as they were: `price`, `variants/<id>/price`.',
    },
  }),
}

/** A failure as its event shows it. */
export const A_SCHEDULE_FAILURE = {
  id: '01a1f862-3c4d-7e5f-a061-728394a5b6d7',
  product_id: ADMIN_VARIANTS.id,
  half: 'until',
  code: 'left',
  fields: ['price'],
}
