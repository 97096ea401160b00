import type { ImportFault, ImportProgress, Lost } from '../../domain/imports/import-job.ts'
import { LossCount } from '../report/loss-count.ts'
import type { ProductOutcome } from '../row.ts'

/** How far a run is: what came of the products from the first one on that are all finished. */
export interface RunState {
  progress: ImportProgress
  lost: readonly Lost[]
  faults_total: number
}

/**
 * Counts products in the order of their file. Several are in flight: one that is finished before those in front of it waits
 * here, so that the number of counted products is all that another run needs to continue.
 */
export class RunProgress {
  readonly #waiting = new Map<number, ProductOutcome>()
  readonly #lost: LossCount
  #faults: ImportFault[] = []
  #progress: ImportProgress
  #total: number

  constructor({ progress, lost, faults_total }: RunState) {
    this.#progress = { ...progress }
    this.#lost = new LossCount(lost)
    this.#total = faults_total
  }

  add(outcome: ProductOutcome, place: number): void {
    this.#waiting.set(place, outcome)
    for (;;) {
      const { products } = this.#progress
      const next = this.#waiting.get(products)
      if (!next) return
      this.#waiting.delete(products)
      this.#count(next)
    }
  }

  #count(outcome: ProductOutcome): void {
    this.#progress = {
      ...this.#progress,
      products: this.#progress.products + 1,
      [outcome.outcome]: this.#progress[outcome.outcome] + 1,
    }
    this.#lost.add(outcome, outcome.notes ?? [])
    if (outcome.outcome !== 'refused' && outcome.outcome !== 'left_out') return
    const { row, line, name = null, external_id = null, outcome: fate, reasons = [] } = outcome
    this.#faults.push({ row, line, name, external_id, outcome: fate, reasons: reasons.map(cut) })
    this.#total++
  }

  get state(): RunState {
    return { progress: this.#progress, lost: this.#lost.all(), faults_total: this.#total }
  }

  /** The refused and left-out rows since the last call. */
  takeFaults(): ImportFault[] {
    const faults = this.#faults
    this.#faults = []
    return faults
  }
}

/** A reason can quote a cell of any length; so much of it says what is meant. */
const LONGEST_REASON = 1_000

const cut = (reason: string) =>
  reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason
