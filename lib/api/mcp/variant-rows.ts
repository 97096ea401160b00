import * as v from 'valibot'
import { byName, LONGEST_NAME, onlySet, short } from './rows.ts'
import { fits } from './shown.ts'

/** The most characters of an option's name or value in a row. */
const LONGEST_VALUE = 40

/** The names of the options, in the order in which the variants have their values. */
export const options = v.pipe(
  v.array(v.object({ name: v.string() })),
  v.transform((all) => all.map(({ name }) => name)),
)

/** The members of a row of a variant in every result. */
export const VARIANT = {
  id: v.string(),
  option_values: byName,
  price: v.number(),
  compare_at_price: v.nullish(v.number()),
  is_available: v.boolean(),
}

/** A variant as far as its row needs it, whatever else it has. */
interface Variant {
  option_values: Record<string, unknown>
}

const shortValue = (value: unknown): string => v.parse(short(LONGEST_VALUE), `${value}`)

/**
 * A result with the options of a product, and with as many of its variants from the place `skip` on as it has room for; it says
 * how many follow.
 */
export function withVariants(
  result: object,
  names: readonly string[],
  variants: readonly Variant[],
  skip: number,
): object {
  if (names.length === 0) return result
  const rows = variants
    .slice(skip)
    .map(({ option_values, ...row }) =>
      onlySet({ ...row, values: names.map((name) => shortValue(option_values[name])) }),
    )
  const whole = (count: number) => {
    const left = rows.length - count
    return {
      ...result,
      options: names.map((name) => v.parse(short(LONGEST_NAME), name)),
      variant_count: variants.length,
      variants: rows.slice(0, count),
      ...(left > 0 && { more_variants: left, next_skip_variants: skip + count }),
    }
  }
  let [count, most] = [Math.min(1, rows.length), rows.length]
  while (count < most) {
    const middle = Math.ceil((count + most) / 2)
    if (fits(whole(middle))) count = middle
    else most = middle - 1
  }
  return whole(count)
}
