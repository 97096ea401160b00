import { HoldRefused } from '../../../data/holds/move-pieces.ts'
import { AdjustmentRefused, ProductRefused } from '../../../data/inventory/adjust.ts'
import { type HeldLine, type Hold, isReference, MOST_HELD } from '../../../domain/stock/hold.ts'
import type { StockFault } from '../../../domain/stock/stock-plan.ts'
import { type AdminResult, objectResult } from '../answer/admin-result.ts'
import type { Problem } from '../problems/problem.ts'
import * as problems from '../problems/problems.ts'
import { refusalProblem } from '../problems/refusal-problem.ts'
import { validationProblem } from '../problems/validation.ts'
import { NO_VARIANT, outOfRange, type Refused, refusedProblem, unusable } from './faults.ts'

export const noHold = () => problems.holdNotFound({ detail: 'There is no hold with this reference.' })

/** The reference in a path. Throws `hold_not_found`: no hold has another one. */
export function pathReference(value: string | undefined): string {
  if (value === undefined || !isReference(value)) throw noHold()
  return value
}

/** The reference of a hold that may be new. Throws `validation_failed`. */
export function newReference(value = ''): string {
  if (isReference(value)) return value
  const detail =
    'must be 1 to 128 ASCII letters, digits or ._:~- characters, and neither variants nor schedule'
  throw validationProblem([{ pointer: '/reference', code: 'invalid', detail }])
}

/**
 * A hold as a response. Its tag names its pieces and not its status, so that it can go with a payment and say at the commit
 * what was paid for; a reader who has it is sent the hold all the same.
 */
export const holdResult = (hold: Hold, { isNew = false } = {}): AdminResult =>
  objectResult(
    hold,
    isNew ? { status: 201, location: `/admin/inventory/holds/${encodeURIComponent(hold.reference)}` } : {},
  )

/** Carries out a write of a hold. Throws each refusal of the layers below as a problem, with pointers to the `lines` of the body. */
export async function explained<T>(write: () => Promise<T>, lines?: readonly HeldLine[]): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof HoldRefused) throw refusedHold(error, lines)
    if (error instanceof AdjustmentRefused)
      throw refusedProblem(error.faults.map((fault) => explainFault(fault, lines)))
    if (error instanceof ProductRefused) throw refusalProblem(error)
    throw error
  }
}

function refusedHold(
  { reason, payment, lines: places }: HoldRefused,
  lines: readonly HeldLine[] = [],
): Problem {
  switch (reason) {
    case 'hold_not_found':
      return noHold()
    case 'hold_committed':
      return problems.holdCommitted({
        detail: 'This hold is a sale already, for the payment in the member payment.',
        ...(payment !== null && { extensions: { payment } }),
      })
    case 'unknown_variant':
      return validationProblem(places.map((n) => unusable(n, lines[n] ?? {}, NO_VARIANT, 'items')))
    case 'too_many_changes':
      return problems.tooManyChanges({
        detail: `The lines of a hold and those that they replace can be of ${MOST_HELD} products at most. Release the hold first.`,
      })
  }
}

/**
 * A line that cannot be held, or cannot be taken again: a commit has no lines, and its errors name the variant. Pieces that
 * go back have no line either.
 */
function explainFault(
  { index, code, variantId, quantity = 0, held = 0 }: StockFault,
  lines?: readonly HeldLine[],
): Refused {
  const pointer = lines && index < lines.length ? `/items/${index}` : ''
  if (code === 'out_of_range') return { pointer, code: 'invalid', detail: outOfRange(quantity) }
  const detail = `there are ${quantity}${lines ? `, and this hold has ${held}` : ''}`
  return {
    pointer,
    code: 'insufficient_stock',
    detail,
    quantity,
    held,
    ...(variantId !== undefined && { variant_id: variantId }),
  }
}
