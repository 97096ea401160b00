import { AdjustmentRefused, adjustStock } from '../../data/inventory/adjust.ts'
import { readStock } from '../../data/inventory/stock-item.ts'
import { findVariantBySku } from '../../data/product-reads.ts'
import { Refusal } from '../../data/table/commit.ts'
import { type CallIdentity, findKeptAnswer, keepAnswer } from '../../data/table/idempotency.ts'
import { eachOf } from '../../data/table/patient-reads.ts'
import { TableUnavailable } from '../../data/table/table-fault.ts'
import { type Adjustment, CHANGES_PER_COMMIT, NAMED_TWICE } from '../../domain/inventory.ts'
import type { PlannedChange } from '../../domain/stock-plan.ts'
import { problemBody } from '../answer/answer.ts'
import { costOf } from '../pipeline/cost.ts'
import { inProgress, keyReused } from '../pipeline/idempotency.ts'
import { Problem } from '../problems/problem.ts'
import { unavailable } from '../problems/unavailable.ts'
import { explainFault, type Refused, refusedProblem, unusable } from './faults.ts'

/** What became of one change. `quantity` is what there is afterwards; a repeated response does not have it. */
export type ChangeResult =
  | { index: number; status: 200; variant_id: string; product_id: string; quantity?: number }
  | { index: number; status: number; problem: object }

/** What a call costs of the rate limit. */
export const costOfChanges = ({ changes }: Adjustment) => costOf(changes.length)

/** What the changes of a call share. */
export interface AdjustmentCall {
  businessId: string
  /** The call under its Idempotency-Key; each commit then keeps a record of its own. */
  call: CallIdentity | undefined
  requestId: string
  remainingMs: () => number
}

/** A write may take 13 s (`asOneWrite`), and 2 s are for the answer. */
const LONGEST_COMMIT_MS = 15_000

interface Known extends PlannedChange {
  productId: string
}

/**
 * Carries out changes of quantities: all of them in one commit, or in commits of 20 with a result for each. Throws the
 * problem of the former if one of them cannot be made.
 */
export async function adjust(
  whole: AdjustmentCall,
  { atomic, changes, ...why }: Adjustment,
): Promise<{ data: ChangeResult[]; isReplay: boolean }> {
  const size = atomic ? changes.length : CHANGES_PER_COMMIT
  const starts = Array.from({ length: Math.ceil(changes.length / size) }, (_, n) => n * size)
  const data: ChangeResult[] = []
  let replayed = 0
  for (const start of starts) {
    const kept = await keptResults(whole, start)
    if (kept) replayed++
    const part = { ...why, changes: changes.slice(start, start + size), start }
    data.push(...(kept ?? (await adjustOnce(whole, part, atomic ? adjustAll : adjustEach))))
  }
  const isReplay = replayed === starts.length
  return { data: isReplay ? data : await withQuantities(whole.businessId, data), isReplay }
}

/** The changes of one commit; `start` is the place of the first one. */
interface Part extends Omit<Adjustment, 'atomic'> {
  start: number
}

const recordOf = ({ call }: AdjustmentCall, { start }: Pick<Part, 'start'>): CallIdentity | undefined =>
  call && { ...call, methodAndPath: `${call.methodAndPath}/${start}` }

async function keptResults(whole: AdjustmentCall, start: number): Promise<ChangeResult[] | undefined> {
  const record = recordOf(whole, { start })
  const kept = record && (await findKeptAnswer(record))
  if (kept?.body === undefined) return undefined
  if (kept.fingerprint !== record?.fingerprint) throw keyReused()
  return JSON.parse(kept.body)
}

/** Carries out a part, or gives back what was kept of it meanwhile. */
async function adjustOnce(
  whole: AdjustmentCall,
  part: Part,
  carryOut: typeof adjustAll | typeof adjustEach,
): Promise<ChangeResult[]> {
  try {
    const results = await carryOut(whole, part)
    const isDone = results.some(({ status }) => status === 200)
    return (isDone ? undefined : await keptResults(whole, part.start)) ?? results
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Problem)) throw error
    // An earlier try was carried out after all, behind its back: because of it there may be too little left.
    const kept = await keptResults(whole, part.start)
    if (kept) return kept
    throw error instanceof Refusal && error.reason === 'already_answered' ? inProgress() : error
  }
}

/** All changes or none. Throws the problem of all that cannot be made. */
async function adjustAll(whole: AdjustmentCall, part: Part): Promise<ChangeResult[]> {
  const { known, refused } = await resolved(whole.businessId, part)
  if (refused.size === 0) await commitPart(whole, part, known, refused)
  if (refused.size > 0) throw refusedProblem([...refused.values()])
  return resultsOf(whole, part, known, refused)
}

/** Every change that can be made, and a problem for each of the others. */
async function adjustEach(whole: AdjustmentCall, part: Part): Promise<ChangeResult[]> {
  if (whole.remainingMs() < LONGEST_COMMIT_MS)
    return allFailed(
      whole,
      part,
      unavailable('The request ran out of time before this change. Send it again.'),
    )
  try {
    const { known, refused } = await resolved(whole.businessId, part)
    for (;;) {
      const possible = known.filter(({ index }) => !refused.has(index))
      if (possible.length === 0 || (await commitPart(whole, part, possible, refused)))
        return resultsOf(whole, part, possible, refused)
    }
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error
    return allFailed(whole, part, unavailable('The data could not be read or written in time.'))
  }
}

/** False if some of the changes cannot be made, which are then among those that are refused. */
async function commitPart(
  whole: AdjustmentCall,
  part: Part,
  changes: readonly Known[],
  refused: Map<number, Refused>,
): Promise<boolean> {
  const { businessId } = whole
  const record = recordOf(whole, part)
  const answer = () => JSON.stringify(resultsOf(whole, part, changes, refused))
  const also = () => (record ? [keepAnswer(record, { statusCode: 200, headers: {}, body: answer() })] : [])
  try {
    await adjustStock(businessId, { reason: part.reason, reference: part.reference, changes }, { also })
    return true
  } catch (error) {
    if (!(error instanceof AdjustmentRefused)) throw error
    for (const fault of error.faults) {
      const change = part.changes[fault.index - part.start]
      if (change) refused.set(fault.index, await explainFault(businessId, fault, change))
    }
    return false
  }
}

/** The variants that changes name. Two that name one variant are refused, whatever they call it. */
async function resolved(businessId: string, { changes, start }: Part) {
  const refused = new Map<number, Refused>()
  const found = new Map<number, Known>()
  await eachOf([...changes.entries()], async ([n, change]) => {
    const {
      sku,
      variant_id: id = sku && (await findVariantBySku(businessId, sku))?.variant.id,
      ...rest
    } = change
    const index = start + n
    if (id) found.set(index, { ...rest, index, variantId: id, productId: id.slice(0, 36) })
    else refused.set(index, unusable(index, change, 'belongs to no variant of this business'))
  })
  const seen = new Set<string>()
  const known = [...found.values()].sort((a, b) => a.index - b.index)
  for (const { index, variantId } of known) {
    const change = changes[index - start]
    if (seen.has(variantId) && change) refused.set(index, unusable(index, change, NAMED_TWICE))
    seen.add(variantId)
  }
  return { known, refused }
}

/** What became of the changes of a commit. */
const resultsOf = (
  whole: AdjustmentCall,
  { changes, start }: Part,
  done: readonly Known[],
  refused: ReadonlyMap<number, Refused>,
): ChangeResult[] =>
  changes.flatMap((_, n): ChangeResult[] => {
    const index = start + n
    const fault = refused.get(index)
    if (fault) return [failed(whole, index, refusedProblem([fault]))]
    const change = done.find((one) => one.index === index)
    return change ? [{ index, status: 200, variant_id: change.variantId, product_id: change.productId }] : []
  })

const allFailed = (whole: AdjustmentCall, { changes, start }: Part, problem: Problem): ChangeResult[] =>
  changes.map((_, n) => failed(whole, start + n, problem))

const failed = ({ requestId }: AdjustmentCall, index: number, problem: Problem): ChangeResult => ({
  index,
  status: problem.kind[0],
  problem: problemBody(problem, requestId),
})

/** The results with what there is now. A change that was made is not refused because that cannot be read. */
async function withQuantities(businessId: string, data: readonly ChangeResult[]): Promise<ChangeResult[]> {
  const products = new Set(data.flatMap((one) => ('product_id' in one ? [one.product_id] : [])))
  const quantities = new Map<string, number>()
  try {
    await eachOf([...products], async (productId) => {
      for (const [id, { quantity }] of await readStock(businessId, productId)) quantities.set(id, quantity)
    })
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error
  }
  return data.map((one) => {
    const quantity = 'variant_id' in one ? quantities.get(one.variant_id) : undefined
    return quantity === undefined ? one : { ...one, quantity }
  })
}
