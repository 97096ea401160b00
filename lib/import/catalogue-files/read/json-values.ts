/**
 * More values than the row of any product has: with 100 variants, 2,500 pictures and 20,000 members of other names it has
 * fewer. A row of 1 MB of empty lists has 350,000, takes 60 MB, and is read several times on its way.
 */
export const MOST_VALUES_OF_ROW = 50_000

/** True for the JSON of a row, or of a part of one, that has more values than it may have. Texts do not count. */
export function hasTooManyValues(json: string): boolean {
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      const end = endOfText(json, at)
      if (end === -1) return false
      at = end
    } else if (character === ',' || character === '[' || character === '{') {
      if (++values > MOST_VALUES_OF_ROW) return true
    }
  }
  return false
}

/** The place of the quote that ends a text which begins here, -1 if none does. */
export function endOfText(json: string, begin: number): number {
  for (let at = json.indexOf('"', begin + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  return -1
}
