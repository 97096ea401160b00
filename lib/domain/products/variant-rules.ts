import type { RuleBreak } from '../body/rule-breaks.ts'
import { likenessOf } from '../text/text.ts'
import type { Option } from './variant.ts'

/** As much of a variant as has to fit the others. */
interface Fitting {
  option_values: Record<string, string>
  price: number
  compare_at_price: number | null
  sku?: string | null | undefined
}

interface FittingSet {
  /** Undefined where only the stored product has them: then nothing is compared with them. */
  options?: readonly Option[] | undefined
  variants: readonly Fitting[]
}

type Path = string[]

const broken = (path: Path, code: RuleBreak['code'], detail: string): RuleBreak => ({ path, code, detail })

/** The errors between the parts of a valid set: options, combinations and SKUs that do not fit together. */
export function variantFaults({ options, variants }: FittingSet): RuleBreak[] {
  return [
    ...repeated(options ?? [], ({ name }) => likenessOf(name)).map((n) =>
      broken(['options', `${n}`, 'name'], 'invalid', 'is the name of another option'),
    ),
    ...(options ?? []).flatMap(({ values }, at) =>
      repeated(values, likenessOf).map((n) =>
        broken(['options', `${at}`, 'values', `${n}`], 'invalid', 'is already a value of this option'),
      ),
    ),
    ...variants.flatMap((variant, n) => faultsOf(variant, options, ['variants', `${n}`])),
    ...repeated(variants, ({ option_values }) => combinationOf(option_values, options ?? [])).map((n) =>
      broken(['variants', `${n}`, 'option_values'], 'invalid', 'is the combination of another variant'),
    ),
    ...repeated(variants, ({ sku }) => sku ?? undefined).map((n) =>
      broken(['variants', `${n}`, 'sku'], 'invalid', 'is the SKU of another variant'),
    ),
    ...withoutOptions({ options, variants }),
  ]
}

const withoutOptions = ({ options, variants }: FittingSet): RuleBreak[] =>
  options?.length === 0 && variants.length > 1
    ? [broken(['variants'], 'invalid', 'must have one variant, because there are no options')]
    : []

function faultsOf(variant: Fitting, options: FittingSet['options'], path: Path): RuleBreak[] {
  const { option_values, price, compare_at_price } = variant
  return [
    ...(compare_at_price !== null && compare_at_price < price
      ? [broken([...path, 'compare_at_price'], 'invalid', 'must not be below price')]
      : []),
    ...(options ? valueFaults(option_values, options, [...path, 'option_values']) : []),
  ]
}

function valueFaults(
  option_values: Fitting['option_values'],
  options: readonly Option[],
  path: Path,
): RuleBreak[] {
  const names = new Set(options.map(({ name }) => name))
  const at = (name: string) => [...path, name]
  return [
    ...[...names].flatMap((name) =>
      Object.hasOwn(option_values, name) ? [] : [broken(at(name), 'required', 'is required')],
    ),
    ...Object.keys(option_values).flatMap((name) =>
      names.has(name) ? [] : [broken(at(name), 'unknown_field', 'is not an option of the product')],
    ),
    ...options.flatMap(({ name, values }) =>
      Object.hasOwn(option_values, name) && !values.includes(`${option_values[name]}`)
        ? [broken(at(name), 'invalid', 'is not a value of this option')]
        : [],
    ),
  ]
}

/** Text that two variants have in common exactly if they have the same value of every option; undefined if one is missing. */
function combinationOf(
  option_values: Record<string, string>,
  options: readonly Option[],
): string | undefined {
  const values = options.map(({ name }) =>
    Object.hasOwn(option_values, name) ? option_values[name] : undefined,
  )
  return options.length === 0 || values.includes(undefined) ? undefined : JSON.stringify(values)
}

/** The places of those whose name an earlier one has; undefined is not a name. */
function repeated<T>(all: readonly T[], nameOf: (one: T) => string | undefined): number[] {
  const seen = new Set<string>()
  return all.flatMap((one, n) => {
    const name = nameOf(one)
    if (name === undefined) return []
    if (seen.has(name)) return [n]
    seen.add(name)
    return []
  })
}
