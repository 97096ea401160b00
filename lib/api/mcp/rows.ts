import * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { cut, seam, visible } from './shown.ts'

/** A text of a shop of which a result has at most `longest` characters. */
export const short = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cut(text, longest)),
  )

/** The most characters of a name in a row. */
export const LONGEST_NAME = 80
export const LONGEST_DESCRIPTION = 2_000

/** The lengths at which a description is cut: with much else it has to be short. */
export const DESCRIPTIONS = [LONGEST_DESCRIPTION, 500] as const

/** The members of a description from the place `skip` on, at most so long, and where the rest of it begins. */
export function descriptionFrom(description: string, skip: number): (longest: number) => object {
  const rest = [...visible(description)].slice(skip)
  return (longest) => {
    if (rest.length <= longest) return { description: rest.join('') }
    // A text that is joined throughout has no seam: the rest of it has to begin somewhere.
    const end = seam(rest, longest, 'start') || longest
    return { description: cut(rest.join(''), end), next_skip_description: skip + end }
  }
}

export const name = short(LONGEST_NAME)

/** A SKU, another system's id or a brand, where there is one. */
export const code = v.nullish(short(LONGEST_NAME))

/** An object with names that somebody chose: valibot's own kinds drop `constructor` and `prototype`. */
export const byName = v.custom<JsonObject>(isJsonObject)

const price = v.nullish(v.number())

/** The lowest and highest price of variants, where they differ. */
const range = v.pipe(
  v.nullish(v.object({ min: v.number(), max: v.number() })),
  v.transform((prices) => (prices && prices.min < prices.max ? prices : undefined)),
)

export const tags = v.array(v.string())

/** The members of every row of a product. */
export const PRODUCT = {
  id: v.string(),
  name,
  price: v.number(),
  price_range: range,
  compare_at_price: price,
  is_available: v.boolean(),
  category_id: v.string(),
}

/** A row without the members that are not set: nothing is to be read there. */
export const onlySet = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
