import { Refusal } from '../../../data/table/commit.ts'
import type { JsonObject } from '../../../domain/body/json-object.ts'
import { distinct, InvalidFields, type RuleBreak } from '../../../domain/body/rule-breaks.ts'
import type { BodyKind } from '../body/body-kinds.ts'
import type { KeyHolder } from '../caller.ts'
import { refusalProblem } from '../problems/refusal-problem.ts'
import type { Step } from './pipeline.ts'

/** A body whose fields were refused, and whose it is. */
export interface RefusedBody {
  businessId: string
  path: Record<string, string | undefined>
  /** The body as it was sent. */
  sent: JsonObject
}

/**
 * Finds what else is wrong with a body that is refused for its fields, by what is stored: all faults are reported at
 * once. What is known already can be among it.
 */
export type FindFaults = (refused: RefusedBody) => Promise<readonly RuleBreak[]>

/** Checks a body by the rules of its fields, as far as that is possible before anything is read. Throws `InvalidFields`. */
export const fields = <B>(
  { judge }: Pick<BodyKind<B>, 'judge'>,
  findFurtherFaults?: FindFaults,
): Step<{ caller: KeyHolder; sent?: JsonObject }, { body: B }> => ({
  before: ({ event }) => ({ body: judge(event.call.sent ?? {}, event) }),
  // By the handler as well: some rules need what is stored.
  onError: async (request) => {
    const { error, event } = request
    const { caller, sent } = event.call
    // The problem of a value that is taken says where it was sent.
    if (error instanceof Refusal && error.values.length > 0) request.error = refusalProblem(error, '', sent)
    if (!(findFurtherFaults && caller && sent && error instanceof InvalidFields)) return
    const refused = { businessId: caller.businessId, path: event.pathParameters ?? {}, sent }
    request.error = new InvalidFields(distinct([...error.breaks, ...(await findFurtherFaults(refused))]))
  },
})
