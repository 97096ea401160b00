import { isDeepStrictEqual } from 'node:util'
import { adminVariant } from '../admin-view.ts'
import type { Variant, VariantSet } from './variant.ts'

/** The variants of a product before and after a change that touches them; undefined for a product without options. */
export interface VariantChange {
  before?: VariantSet | undefined
  after?: VariantSet | undefined
}

/** The difference of a variant: its members that change, null where it had or will have none; null for a variant that is not there. */
interface VariantDifference {
  id: string
  /** Of the variant after the change, or before its removal. */
  option_values: Record<string, string>
  from: object | null
  to: object | null
}

/** The variants that differ between two sets, in the order of the later one, and then those that are removed. */
export function variantChanges({ before, after }: VariantChange): VariantDifference[] {
  const earlier = new Map(before?.variants.map((variant) => [variant.id, variant]))
  const later = new Map(after?.variants.map((variant) => [variant.id, variant]))
  return [
    ...[...later.values()].flatMap((variant) => differenceOf(earlier.get(variant.id), variant)),
    ...[...earlier.values()].flatMap((variant) => (later.has(variant.id) ? [] : differenceOf(variant))),
  ]
}

/** The options before and after a change, their order too; undefined if they stay as they are. */
export function optionsChange({ before, after }: VariantChange) {
  const [from, to] = [before?.options ?? [], after?.options ?? []]
  return isDeepStrictEqual(from, to) ? undefined : { from, to }
}

function differenceOf(before: Variant | undefined, after?: Variant): VariantDifference[] {
  const shown = after ?? before
  if (!shown) return []
  const { id, option_values } = shown
  if (!before || !after) return [{ id, option_values, from: members(before), to: members(after) }]
  const [old, now] = [membersOf(before), membersOf(after)]
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !isDeepStrictEqual(old[name], now[name]),
  )
  if (changed.length === 0) return []
  const pickIn = (all: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, all[name] ?? null]))
  return [{ id, option_values, from: pickIn(old), to: pickIn(now) }]
}

const membersOf = (variant: Variant): Record<string, unknown> => ({ ...adminVariant(variant) })

/** All members but those that name the variant. */
function members(variant: Variant | undefined): object | null {
  if (!variant) return null
  const { id: _, option_values: __, ...rest } = adminVariant(variant)
  return rest
}
