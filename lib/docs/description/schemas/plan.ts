import { closed, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'

const ID: JsonSchema = { type: 'string', pattern: '^[\\w-]{12}$', description: 'The id of the plan.' }

/** The plan among the members of a dry run's response. */
export const PLAN_OF_DRY_RUN: JsonSchema = {
  ...ref('Plan'),
  description:
    'Only in a dry run that would succeed: send its id and summary in the place of the body, and exactly these changes are carried out.',
}

/** The members of a body that carries a plan out, in the place of all others. */
export const PLAN_INSTEAD = {
  plan: { ...ID, description: 'The id of a plan, instead of all other members but `summary`.' },
  summary: { type: 'string', description: 'The summary of the plan, as its dry run said it.' },
} satisfies Record<string, JsonSchema>

export const PLAN_SCHEMAS: Record<string, JsonSchema> = {
  Plan: closed({
    id: ID,
    expires_at: {
      type: 'string',
      format: 'date-time',
      description: 'The time until which it can be carried out, an hour after the dry run.',
    },
    summary: {
      type: 'string',
      description: 'Its changes, in numbers.',
      examples: ['2 changes: 0 created, 2 updated, 2 prices by -10 %, 0 unpublished, 0 deleted'],
    },
  }),
}
