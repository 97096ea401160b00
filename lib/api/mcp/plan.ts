import * as v from 'valibot'

/** The kinds of plans, each of which has an endpoint that carries it out. */
export const PLAN_KINDS = ['products', 'stock'] as const

type PlanKind = (typeof PLAN_KINDS)[number]

/** A plan as a dry run returns it. */
export const plan = v.object({ id: v.string(), expires_at: v.string(), summary: v.string() })

/** A plan as a result shows it: what it does, until when, and the arguments that carry it out. */
export const shownPlan = (of: PlanKind, { id, expires_at, summary }: v.InferOutput<typeof plan>): object => ({
  summary,
  expires_at,
  apply_plan: { of, plan: id, summary },
})

/** How a plan continues, for the descriptions of the tools that make one. */
export const THEN_APPLY =
  'Nothing is changed yet. If all of it would succeed, the result has `plan`: show its `summary` and the changes to the person, and when they agree call apply_plan with the arguments in `plan.apply_plan`, within one hour.'
