/** UTF-16 has surrogates from here on, and behind them the last 8,192 units that are characters on their own. */
const FIRST_SURROGATE = 0xd800
const LAST_SURROGATE = 0xdfff

/** Compares texts by their code points, as DynamoDB does by their UTF-8 bytes: `<` compares UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  let n = 0
  // Behind its end a text has NaN, which equals nothing.
  while (a.charCodeAt(n) === b.charCodeAt(n)) n++
  if (n === a.length || n === b.length) return a.length - b.length
  return rank(a.charCodeAt(n)) - rank(b.charCodeAt(n))
}

/** Code points that need surrogates are above all others. */
const rank = (unit: number) => (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit)
