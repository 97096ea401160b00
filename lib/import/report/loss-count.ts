import type { Lost } from '../../domain/imports/import-job.ts'
import { plural } from '../../domain/text/plural.ts'
import { LOSSES, type Loss, type Note } from '../catalogue-files/note.ts'
import type { ProductOutcome } from '../row.ts'

type Place = Pick<ProductOutcome, 'row' | 'line'>

/** `row 17 (line 18)` */
export const placeOf = ({ row, line }: Place) => `row ${row}${line === null ? '' : ` (line ${line})`}`

/** Counts what is lost, by kind. */
export class LossCount {
  readonly #lost = new Map<string, Lost>()

  /** Continues an earlier count. */
  constructor(counted: readonly Lost[] = []) {
    for (const one of counted) this.#lost.set(one.loss, { ...one })
  }

  add(where: Place, notes: readonly Note[]): void {
    for (const { loss, detail } of notes) {
      const known = this.#lost.get(loss)
      if (known) known.count++
      else this.#lost.set(loss, { loss, count: 1, first: `${placeOf(where)}: ${detail}` })
    }
  }

  all(): Lost[] {
    return [...this.#lost.values()]
  }
}

const isLoss = (loss: string): loss is Loss => Object.hasOwn(LOSSES, loss)

/** `3 images left out. First: row 2 (line 3): …`, `1 image left out. See row 2 (line 3): …`. */
export function lossLine({ loss, count, first }: Lost): string {
  const [one, many] = isLoss(loss) ? LOSSES[loss] : [loss, loss]
  return `${count} ${plural(count, one, many)}. ${count > 1 ? 'First: ' : 'See '}${first}`
}
