import { closed, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { input } from './members.ts'

const ID: JsonSchema = { type: 'string', pattern: '^[\\w-]{12}$', description: 'The id of the plan.' }

/** The plan among the members of a dry run's response. */
export const PLAN_OF_DRY_RUN: JsonSchema = {
  ...ref('Plan'),
  description:
    'Only in a dry run that would succeed: send its id and summary in the place of the body, and exactly these changes are carried out.',
}

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
      description: 'What it changes, in numbers.',
      examples: ['2 changes: 0 created, 2 updated, 2 prices by -10 %, 0 unpublished, 0 deleted'],
    },
  }),
  PlanRequest: input(
    {
      plan: ID,
      summary: { type: 'string', description: 'Its summary, as the dry run said it.' },
    },
    ['plan', 'summary'],
  ),
}
