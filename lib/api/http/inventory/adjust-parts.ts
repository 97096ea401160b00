import { freeingEnded } from '../../../data/holds/ended.ts'
import {
  type AdjustedStock,
  AdjustmentRefused,
  adjustStock,
  ProductRefused,
} from '../../../data/inventory/adjust.ts'
import { TableUnavailable } from '../../../data/table/calls/table-fault.ts'
import { ForeignItem } from '../../../data/table/calls/tenant-guard.ts'
import { commit, Refusal } from '../../../data/table/commit.ts'
import { type CallIdentity, keepAnswer } from '../../../data/table/idempotency.ts'
import { type Adjustment, CHANGES_PER_COMMIT } from '../../../domain/stock/inventory.ts'
import type { StockFault } from '../../../domain/stock/stock-plan.ts'
import { faultFields, logLine } from '../../../log.ts'
import { problemBody } from '../answer/answer.ts'
import { problemOf } from '../answer/outcome.ts'
import { once } from '../pipeline/once.ts'
import { Problem } from '../problems/problem.ts'
import { explain, refusalProblem } from '../problems/refusal-problem.ts'
import { unavailable } from '../problems/unavailable.ts'
import { type ChangeResult, madeChange, namedChange } from './adjust.ts'
import { explainFault, refusedProblem } from './faults.ts'

/** The values that all parts of a request share. */
export interface AdjustmentCall {
  businessId: string
  /** The call under its Idempotency-Key; each part then keeps a record of its own. */
  call: CallIdentity | undefined
  requestId: string
  remainingMs: () => number
}

/** A write may take 13 s (`asOneWrite`), and 2 s are for the response. */
const LONGEST_COMMIT_MS = 15_000

/** The changes of one commit; `start` is the place of the first one. */
interface Part extends Omit<Adjustment, 'atomic'> {
  start: number
  /** The variants that were named so far, in this part and those before it. */
  named: Set<string>
}

/** The results of changes, and whether all of them were kept. */
interface Results {
  data: ChangeResult[]
  isReplay: boolean
}

/** Carries out changes in commits of 20, or of fewer large ones, with a result for each change. */
export async function adjustParts(
  whole: AdjustmentCall,
  { changes, reason, reference }: Adjustment,
): Promise<Results> {
  const named = new Set<string>()
  const parts: Results[] = []
  for (let start = 0; start < changes.length; start += CHANGES_PER_COMMIT) {
    const some = changes.slice(start, start + CHANGES_PER_COMMIT)
    parts.push(await adjustPart(whole, { reason, reference, changes: some, start, named }))
  }
  return together(parts)
}

const together = (parts: readonly Results[]): Results => ({
  data: parts.flatMap(({ data }) => data),
  isReplay: parts.every(({ isReplay }) => isReplay),
})

const recordOf = (
  { call }: AdjustmentCall,
  { start, changes }: Pick<Part, 'start' | 'changes'>,
): CallIdentity | undefined =>
  call && { ...call, methodAndPath: `${call.methodAndPath}/${start}-${start + changes.length}` }

/** Carries out a part, or gives back what was kept of it; in halves where its products are too large to be written together. */
async function adjustPart(whole: AdjustmentCall, part: Part): Promise<Results> {
  const { outcome, isReplay } = await partOnce(whole, part)
  const { changes, start, named } = part
  if (outcome === 'halved') {
    const middle = Math.floor(changes.length / 2)
    const first = await adjustPart(whole, { ...part, changes: changes.slice(0, middle) })
    const second = { ...part, changes: changes.slice(middle), start: start + middle }
    return together([first, await adjustPart(whole, second)])
  }
  for (const { variant_id } of changes) if (variant_id) named.add(variant_id)
  for (const result of outcome) if ('variant_id' in result) named.add(result.variant_id)
  return { data: outcome, isReplay }
}

/**
 * The results of a part, or that it is to be halved. Whatever ends it is a problem of each of its changes: earlier parts are
 * sold already, and an error of the whole call would have them sold again. Throws nothing but a `ForeignItem`.
 */
async function partOnce(whole: AdjustmentCall, part: Part) {
  try {
    return await once(recordOf(whole, part), {
      run: () => adjustOrHalve(whole, part),
      read: ({ body }): ChangeResult[] | 'halved' => (body === undefined ? 'halved' : JSON.parse(body)),
      // Because of an earlier try that was carried out behind its back there may be too little left.
      isInDoubt: (results) => results !== 'halved' && results.every(({ status }) => status !== 200),
    })
  } catch (error) {
    if (error instanceof ForeignItem) throw error
    const problem = explain(error)
    return { outcome: allFor(whole, part, problem), isReplay: false }
  }
}

/**
 * That a part was halved is kept before its halves are carried out: a repetition must not carry out as a whole what one of
 * them has done, if it has become smaller meanwhile.
 */
async function adjustOrHalve(whole: AdjustmentCall, part: Part): Promise<ChangeResult[] | 'halved'> {
  const record = recordOf(whole, part)
  try {
    return await adjustEach(whole, part)
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.reason === 'too_large_together'
    if (!isTooLarge || part.changes.length === 1) throw error
  }
  try {
    if (record) await commit([keepAnswer(record, { statusCode: 200, headers: {} })])
    return 'halved'
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error
    return allFor(whole, part, error)
  }
}

/** The same result for every change of a part that an error has ended. The response is 200: the alarm counts the line. */
function allFor(whole: AdjustmentCall, part: Part, error: unknown): ChangeResult[] {
  const problem = problemOf(error)
  const line = { request_id: whole.requestId, index: part.start, status: problem.kind[0] }
  if (!(error instanceof Problem)) logLine('error', 'part', { ...line, ...faultFields(error) })
  return allFailed(whole, part, problem)
}

/** Every change that can be made, and a problem for each of the others. */
async function adjustEach(whole: AdjustmentCall, part: Part): Promise<ChangeResult[]> {
  if (whole.remainingMs() < LONGEST_COMMIT_MS)
    return allFailed(
      whole,
      part,
      unavailable('The request ran out of time before this change. Send it again.'),
    )
  const refused = new Map<number, ChangeResult>()
  const refusedVariants: string[] = []
  try {
    for (;;) {
      const outcome = await commitPart(whole, part, refused)
      if (Array.isArray(outcome)) {
        // Only now: within this part the same change is tried again.
        for (const variantId of refusedVariants) part.named.add(variantId)
        return outcome
      }
      if (outcome instanceof ProductRefused) {
        for (const index of outcome.indexes) refused.set(index, failed(whole, index, refusalProblem(outcome)))
        continue
      }
      for (const fault of outcome.faults) {
        refused.set(fault.index, await resultOf(whole, part, fault))
        if (fault.variantId) refusedVariants.push(fault.variantId)
      }
    }
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error
    return allFor(whole, part, error)
  }
}

/** Makes the changes that are not refused. Returns the results, or why some of them cannot be made. */
async function commitPart(
  whole: AdjustmentCall,
  { changes, reason, reference, start, named }: Part,
  refused: ReadonlyMap<number, ChangeResult>,
): Promise<ChangeResult[] | AdjustmentRefused | ProductRefused> {
  const possible = changes
    .map((change, n) => namedChange(change, start + n))
    .filter(({ index }) => !refused.has(index))
  const withRefused = (made: readonly ChangeResult[]) =>
    [...made, ...refused.values()].sort((a, b) => a.index - b.index)
  if (possible.length === 0) return withRefused([])
  const record = recordOf(whole, { changes, start })
  const adjustment = { reason, reference, changes: possible, named }
  try {
    const also = (done: readonly AdjustedStock[]) => {
      const body = JSON.stringify(withRefused(done.map(madeChange)))
      return record ? [keepAnswer(record, { statusCode: 200, headers: {}, body })] : []
    }
    const adjust = () => adjustStock(whole.businessId, adjustment, { also })
    const done = await freeingEnded(whole.businessId, adjust)
    return withRefused(done.map(madeChange))
  } catch (error) {
    if (error instanceof AdjustmentRefused || error instanceof ProductRefused) return error
    throw error
  }
}

/** The result of a change that cannot be made. */
async function resultOf(whole: AdjustmentCall, part: Part, fault: StockFault): Promise<ChangeResult> {
  const change = part.changes[fault.index - part.start]
  if (!change) throw new Error(`there is no change ${fault.index}`)
  return failed(whole, fault.index, refusedProblem([await explainFault(whole.businessId, fault, change)]))
}

const allFailed = (whole: AdjustmentCall, { changes, start }: Part, problem: Problem): ChangeResult[] =>
  changes.map((_, n) => failed(whole, start + n, problem))

const failed = ({ requestId }: AdjustmentCall, index: number, problem: Problem): ChangeResult => ({
  index,
  status: problem.kind[0],
  problem: problemBody(problem, requestId),
})
