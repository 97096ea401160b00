/**
 * The name that is misspelt so: folded, it differs in two characters at most, in one if it is short. Undefined if there is
 * none.
 */
export function nearest(
  word: string,
  names: Iterable<string>,
  folded: (text: string) => string,
): string | undefined {
  const wanted = folded(word)
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const known = folded(name)
    const most = Math.min(wanted.length, known.length) < 5 ? 1 : 2
    const distance = distanceOf(wanted, known, most)
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance }
  }
  return best?.name
}

/** How many characters are other, too many, missing, or changed with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      // At the beginning of a word there is nothing before it, and `undefined` equals no character of the other.
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
