/**
 * Corruptions that are looked for at once: the first of each item, the second of each, and so on. Each that changes what
 * others mean, with the item `alone`, is in a round of its own. Each round has a name for its test.
 */
export function inRounds<T extends readonly [item: string, code: string, what: string, ...unknown[]]>(
  corruptions: readonly T[],
): [name: string, round: T[]][] {
  const places = new Map<string, number>()
  const rounds = Map.groupBy(corruptions, ([item]) => {
    const place = places.get(item) ?? 0
    places.set(item, place + 1)
    return item === 'alone' ? `alone ${place}` : `${place}`
  })
  return [...rounds.values()].map((round) => [round.map(([, , what]) => what).join('; '), round])
}
