/** The digits 0 of scripts in which price lists are written: Arabic, Persian, Devanagari and full-width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10]

/** Marks that these scripts use in the place of others. */
const MARKS = new Map([
  ['٫', '.'],
  // Between thousands alone, as the apostrophe.
  ['٬', '’'],
  ['．', '.'],
  ['，', ','],
  ['－', '-'],
  ['−', '-'],
  ['￥', '¥'],
  ['￦', '₩'],
  ['＄', '$'],
])

const OTHERS = /[٠-٩۰-۹०-९０-９٫٬．，－−￥￦＄]/gu

/** Marks of the direction of writing and blanks without a width, which nobody sees. */
const UNSEEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A number in the digits and marks of ASCII: `٣٫٥` and `３．５` are `3.5`. */
export const asciiNumber = (text: string): string =>
  text.replace(UNSEEN, '').replace(OTHERS, (one) => MARKS.get(one) ?? digitOf(one))

function digitOf(one: string): string {
  const code = one.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code
  return String(code - zero)
}
