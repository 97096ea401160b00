/** An ended hold, and how many pieces it has taken, by the id of their variant. */
interface Ended {
  sk: string
  facets?: Readonly<Record<string, number>>
}

/** The variants of which an adjustment has too little, and how many ended holds it has tried to release. */
interface Lack {
  missing: ReadonlySet<string>
  tried: number
}

/** The most holds that are released before the next try of a refused adjustment. */
const MOST_AT_ONCE = 10

/**
 * The ended holds that a refused adjustment releases next: first as many as variants are missing, then as many again as it has
 * tried. By chance, so that many buyers at once do not all release the same ones. Where no hold has pieces of these variants,
 * one of their products can: options came since it began.
 */
export function chosenOf<E extends Ended>(
  ended: readonly E[],
  { missing, tried }: Lack,
  random: () => number = Math.random,
): E[] {
  const products = new Set([...missing].map((id) => id.slice(0, 36)))
  const having = (isWanted: (variantId: string) => boolean) =>
    ended.filter(({ facets = {} }) => Object.keys(facets).some(isWanted))
  const exact = having((id) => missing.has(id))
  const some = exact.length > 0 ? exact : having((id) => products.has(id.slice(0, 36)))
  return some
    .map((hold) => ({ hold, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, Math.min(MOST_AT_ONCE, Math.max(missing.size, tried)))
    .map(({ hold }) => hold)
}
