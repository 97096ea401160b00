import type { Hold } from '../../domain/stock/hold.ts'
import type { Returns } from '../../domain/stock/hold-plan.ts'
import type { PlannedChange } from '../../domain/stock/stock-plan.ts'
import { AdjustmentRefused, adjustStock } from '../inventory/adjust.ts'
import { Refusal, type Step } from '../table/commit.ts'
import { type HoldItem, holdStep, shownHold } from './hold-item.ts'

/** Why a hold cannot be made, committed or released; nothing was written. */
export class HoldRefused extends Error {
  override name = 'HoldRefused'
  readonly reason: 'hold_not_found' | 'hold_committed' | 'unknown_variant' | 'too_many_changes'
  /** The payment for which it was committed. */
  readonly payment: string | null
  /** The places of the lines that name no variant. */
  readonly lines: readonly number[]

  constructor(
    reason: HoldRefused['reason'],
    { payment = null, lines = [] }: Partial<Pick<HoldRefused, 'payment' | 'lines'>> = {},
  ) {
    super(reason)
    this.reason = reason
    this.payment = payment
    this.lines = lines
  }
}

/** A movement of pieces between a stock and a hold. */
interface PieceMove {
  reference: string
  reason: 'held' | 'released'
  changes: readonly PlannedChange[]
  /** The pieces that the hold had before, by the variants that get them back, and the variants that are left out. */
  returns?: Returns
}

/**
 * Moves pieces and writes the hold in one transaction: `after` makes it, with further steps, from the time of the event. An
 * event of a hold is behind its last change, whatever the clocks say. Throws what `adjustStock` throws, with how many the
 * hold has of what is missing, and the `Refusal` `moved_on` where a variant is no longer tracked that was tracked a moment ago.
 */
export async function movePieces(
  businessId: string,
  before: HoldItem | undefined,
  { reference, reason, changes, returns }: PieceMove,
  after: (time: Date) => { hold: Hold; also?: readonly Step[] },
): Promise<Hold> {
  const { back = new Map<string, number>(), left = [] } = returns ?? {}
  let written: Hold | undefined
  try {
    await adjustStock(
      businessId,
      { reason, reference, changes, left },
      {
        behind: before ? Date.parse(before.updated_at) : 0,
        also(_, time) {
          const { hold, also = [] } = after(time)
          written = hold
          return [holdStep(businessId, before, hold, time.getTime()), ...also]
        },
      },
    )
  } catch (error) {
    if (!(error instanceof AdjustmentRefused)) throw error
    // Pieces that are given back are refused only where the stock has changed since it was read.
    if (reason === 'released' || error.faults.some(({ code }) => code === 'not_tracked'))
      throw new Refusal('moved_on')
    throw new AdjustmentRefused(
      error.faults.map((fault) => ({ ...fault, held: back.get(fault.variantId ?? '') ?? 0 })),
    )
  }
  if (!written) throw new Error('a hold was not written')
  return shownHold(written)
}
