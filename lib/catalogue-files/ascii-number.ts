/** The digits 0 of scripts in which price lists are written: Arabic, Persian, Devanagari and full-width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10]

/** Marks that stand in the place of others in these scripts. */
const MARKS = new Map([
  ['٫', '.'],
  ['٬', ','],
  ['．', '.'],
  ['，', ','],
  ['－', '-'],
  ['−', '-'],
  ['￥', '¥'],
  ['￦', '₩'],
  ['＄', '$'],
])

const OTHERS = /[٠-٩۰-۹०-९０-９٫٬．，－−￥￦＄]/gu

/** Marks of the direction of writing, which nobody sees. */
const DIRECTIONS = /[\u061c\u200e\u200f]/g

/** A number in the digits and marks of ASCII: `٣٫٥` and `３．５` are `3.5`. */
export const asciiNumber = (text: string): string =>
  text.replace(DIRECTIONS, '').replace(OTHERS, (one) => MARKS.get(one) ?? digitOf(one))

function digitOf(one: string): string {
  const code = one.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code
  return String(code - zero)
}
