import { findPlan, type PlanOwner } from '../../../data/plans.ts'
import type { JsonObject } from '../../../domain/body/json-object.ts'
import { readPlanName } from '../../../domain/plans/plan-name.ts'
import type { BodyKind } from '../body/body-kinds.ts'
import type { KeyHolder } from '../caller.ts'
import { refuse } from '../parameters/parameters.ts'
import { planNotFound } from '../problems/problems.ts'
import { validationProblem } from '../problems/validation.ts'
import { callIdentity, type OnceStep } from './idempotency.ts'

/** An id of 9 random bytes. */
const PLAN_ID = /^[\w-]{12}$/

/** The parts of a call, from the steps before, by which a plan is found. */
interface Ready {
  caller: KeyHolder
  parameters: { dry_run?: boolean }
}

/**
 * A kind of body in whose place a plan can be sent, as `{"plan", "summary"}`: the body that the plan keeps is read then, and the
 * plan's id is the Idempotency-Key of the call, whatever was sent. Throws `plan_not_found`, `validation_failed` for another
 * summary, and `invalid_parameter` in a dry run.
 */
export const orPlan = <B>(of: PlanOwner['of'], kind: BodyKind<B>): BodyKind<B, Ready> => ({
  ...kind,
  read: {
    before: async (request) => {
      const read = await kind.read.before(request)
      if (read.sent?.plan === undefined) return read
      const { caller, parameters } = request.event.call
      return planned({ caller, parameters, of }, read.sent)
    },
  },
})

async function planned(
  { caller, parameters, of }: Ready & Pick<PlanOwner, 'of'>,
  sent: JsonObject,
): Promise<{ sent: JsonObject; plan: string; idempotencyKey: string }> {
  const { plan: id, summary } = readPlanName(sent)
  if (parameters.dry_run)
    refuse([{ parameter: 'dry_run', code: 'invalid_parameter', detail: 'cannot be combined with a plan' }])
  const owner = { businessId: caller.businessId, apiKeyId: caller.apiKey.id, of }
  const plan = PLAN_ID.test(id) ? await findPlan(owner, id) : undefined
  if (!plan) throw planNotFound()
  if (summary !== plan.summary) throw summaryDiffers(plan.summary)
  return { sent: plan.body, plan: id, idempotencyKey: id }
}

const summaryDiffers = (summary: string) =>
  validationProblem([
    { pointer: '/summary', code: 'invalid', detail: `differs: this plan does "${summary}"` },
  ])

/**
 * The step that makes retried requests run once, without its claim where a plan is carried out: each operation has its record in its
 * own transaction, and all of them outlive the plan.
 */
export const unlessPlan = <Needs extends object>(
  once: OnceStep<Needs>,
): OnceStep<Needs & { plan?: string }> => ({
  before: (request) =>
    request.event.call.plan === undefined ? once.before(request) : { identity: callIdentity(request.event) },
  after: (request) => (request.event.call.plan === undefined ? once.after?.(request) : undefined),
  onError: (request) => (request.event.call.plan === undefined ? once.onError?.(request) : undefined),
})
