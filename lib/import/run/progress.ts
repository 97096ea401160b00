import type { ImportFault, ImportProgress, Lost } from '../../domain/imports/import-job.ts'
import type { Note } from '../catalogue-files/note.ts'
import { LossCount } from '../report/loss-count.ts'
import type { ProductOutcome } from '../row.ts'
import { storedText } from './stored-text.ts'

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
  readonly #faults: ImportFault[] = []
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
    this.#lost.add(outcome, (outcome.notes ?? []).map(stored))
    if (outcome.outcome !== 'refused' && outcome.outcome !== 'left_out') return
    const { row, line, name = null, external_id = null, outcome: fate, reasons = [] } = outcome
    this.#faults.push({
      row,
      line,
      name: name && storedText(name, LONGEST_SHOWN_NAME),
      external_id: external_id && storedText(external_id, LONGEST_SHOWN_NAME),
      outcome: fate,
      reasons: someOf(reasons),
    })
    this.#total++
  }

  get state(): RunState {
    return { progress: this.#progress, lost: this.#lost.all(), faults_total: this.#total }
  }

  /** The refused and left-out rows that are not kept yet. */
  get faults(): readonly ImportFault[] {
    return this.#faults
  }

  /** Forgets the first faults, which are kept now. */
  forget(count: number): void {
    this.#faults.splice(0, count)
  }
}

/** A cell can have any length; these characters of it are enough to recognize it. */
const LONGEST_SHOWN_NAME = 500
const LONGEST_REASON = 1_000

/** Each of 100 variants can break many rules; this many reasons are enough. */
const MOST_REASONS = 100

function someOf(reasons: readonly string[]): string[] {
  const shown = reasons.slice(0, MOST_REASONS).map((reason) => storedText(reason, LONGEST_REASON))
  const more = reasons.length - shown.length
  return more > 0 ? [...shown, `and ${more} more`] : shown
}

const stored = ({ loss, detail }: Note): Note => ({ loss, detail: storedText(detail, LONGEST_REASON) })
