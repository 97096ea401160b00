/** How many edits a word may be away: none of a short one, one, two of a long one. */
export function mostEdits(word: string): number {
  if (word.length <= 3) return 0
  return word.length <= 7 ? 1 : 2
}

/**
 * The number of edits from one word to another: letters that are missing, too many or others, and two that are swapped. At
 * most `limit`; a larger number is `limit + 1`. Each letter takes part in one swap at most (optimal string alignment).
 */
export function editsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      if (edits < best) best = edits
    }
    if (best > limit) return limit + 1
    before = above
    above = row
  }
  return Math.min(above[b.length] ?? 0, limit + 1)
}
