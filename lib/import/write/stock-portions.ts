/** As many as one commit holds, with its mark. */
const CHANGES_PER_COMMIT = 24

/** The quantity that a row wants of a variant, and how much there is; `level` is undefined for what is not tracked. */
export interface Level {
  variantId: string
  quantity: number
  level: number | undefined
}

export const isOther = ({ level, quantity }: Level): boolean => level !== undefined && level !== quantity

/** A commit of a row: the place of its portion among all, and the quantities that it sets. */
export interface StockPortion {
  place: number
  changed: Level[]
}

/**
 * The portions in which a row sets stock. `begun` are the variants of a marked row whose stock the row itself began with its
 * quantity: those are left alone, and all others that are tracked are set, also where nothing differs. A row without a mark
 * sets what differs. The portions are of all that the row wants, so that they are the same when it is repeated.
 */
export function stockPortions(all: readonly Level[], begun: ReadonlySet<string> | undefined): StockPortion[] {
  const isSet = (one: Level) => (begun ? one.level !== undefined && !begun.has(one.variantId) : isOther(one))
  return Array.from({ length: Math.ceil(all.length / CHANGES_PER_COMMIT) }, (_, place) => {
    const start = place * CHANGES_PER_COMMIT
    return { place, changed: all.slice(start, start + CHANGES_PER_COMMIT).filter(isSet) }
  }).filter(({ changed }) => changed.length > 0)
}
