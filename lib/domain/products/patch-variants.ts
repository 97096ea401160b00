import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, mergePatch } from '../body/json-object.ts'
import { validator } from '../body/resource.ts'
import { breaksOf, type RuleBreak, throwAny } from '../body/rule-breaks.ts'
import { unknownMembers } from '../body/unknown-members.ts'
import { BY_ADJUSTMENT, backorderOf } from '../stock/stock.ts'
import { normalLine } from '../text/text.ts'
import { readOnlyBreaks, settableIn } from './read-only-members.ts'
import { soundPart } from './sound-variants.ts'
import {
  type Option,
  patchedVariant,
  type Variant,
  type VariantSet,
  type VariantSetPatch,
  variantSetPatch,
} from './variant.ts'
import { breaksAt, completed, keptOrNull, type WholeProduct } from './variant-set.ts'

/** Reads changes to variants. Throws `InvalidFields` for what is wrong whatever is stored. */
export const readVariantPatch = (body: JsonObject): VariantSetPatch => read(settableIn(body))

const read = validator(variantSetPatch)

const readPatched = validator(patchedVariant)

/** A variant, and the place of the patch that changes it; undefined for those that no patch names. */
type Target = { variant: Variant; place: number | undefined }

/**
 * A product with some of its variants patched (RFC 7396, each alone), and with its options renamed by their places.
 * Throws `InvalidFields` with everything that is wrong.
 */
export function patchVariants({ product, set }: WholeProduct, body: JsonObject): WholeProduct {
  const { set: patch = NO_PATCH, ...part } = soundPart(read, settableIn(body))
  const renamed = rename(set, patch.options)
  const { targets, breaks } = targetsOf(renamed.set.variants, patch)
  // A patch that cannot be read could change any of the others.
  const isKnown = part.breaks.length + breaks.length === 0
  const patched = targets.flatMap(({ variant, place }): Target[] => {
    const rest = place === undefined ? undefined : part.variants[place]
    if (!rest) return isKnown ? [{ variant, place }] : []
    const found = breaksAt(['variants', `${place}`], () => judgeVariant(variant, changesIn(rest)))
    breaks.push(...found)
    // One that is wrong fits nowhere yet, and does not make another one wrong.
    return found.length > 0 ? [] : [{ variant: judgeVariant(variant, changesIn(rest)), place }]
  })
  const variants = patched.map(({ variant }) => variant)
  const { options } = renamed.set
  const all = [
    ...readOnlyBreaks(product, body),
    ...part.breaks,
    ...part.placed([
      ...renamed.breaks,
      ...breaks,
      ...(renamed.breaks.length > 0 || variants.length === 0
        ? []
        : misfits(() => completed(product, { options, variants }), patched)),
    ]),
  ]
  throwAny(all)
  return completed(product, { options, variants: asStored(set, variants) })
}

/** The variants in the order in which they are stored: a patch moves one by its `position` alone. */
function asStored(stored: VariantSet, variants: readonly Variant[]): Variant[] {
  const places = new Map(stored.variants.map(({ id }, place) => [id, place]))
  return [...variants].sort((a, b) => Number(places.get(a.id)) - Number(places.get(b.id)))
}

const NO_PATCH: VariantSetPatch = { variants: [] }

/**
 * A patch names its variant by the id, or else by the SKU, or else by the values of its options. After an earlier one of these a
 * later one is a change; the name itself is not.
 */
const changesIn = ({ id: _, ...rest }: JsonObject): JsonObject => rest

function judgeVariant({ id, is_on_backorder, ...variant }: Variant, patch: JsonObject): Variant {
  const { quantity, ...rest } = withStoredNames(patch)
  const merged = mergePatch(variant, rest)
  const breaks: RuleBreak[] = [
    ...(quantity === undefined ? [] : [QUANTITY_IS_ADJUSTED]),
    ...unknownMembers(patchedVariant, rest),
    ...breaksOf(() => stockedVariant(variant, merged)),
  ]
  throwAny(breaks)
  const patched = stockedVariant(variant, merged)
  return { ...patched, ...backorderOf({ ...patched, is_on_backorder }), id }
}

/** A patch is merged by the names of options as they are stored. Values that are not an object have been refused. */
function withStoredNames({ option_values, ...rest }: JsonObject): JsonObject {
  if (!isJsonObject(option_values)) return rest
  const entries = Object.entries(option_values).map(([name, value]) => [normalLine(name), value])
  return { ...rest, option_values: Object.fromEntries(entries) }
}

const QUANTITY_IS_ADJUSTED: RuleBreak = { path: ['quantity'], code: 'read_only', detail: BY_ADJUSTMENT }

/** A merged variant. If it is tracked its stock decides `is_available`, and the patch leaves it alone. */
function stockedVariant(before: Omit<Variant, 'id'>, merged: JsonObject): Omit<Variant, 'id'> {
  const valid = readPatched(merged)
  const { is_available } = valid.track_inventory ? before : valid
  return { ...valid, ...keptOrNull(valid), is_available }
}

/** The members that can name the variant of a patch; the first that is there does. */
const NAMES = ['id', 'sku', 'option_values'] as const

/** All variants, those first that no patch names: of two that do not fit, the patched one is to blame. */
function targetsOf(variants: readonly Variant[], patch: VariantSetPatch) {
  const breaks: RuleBreak[] = []
  const places = new Map<Variant, number>()
  for (const [place, name] of patch.variants.entries()) {
    const member = NAMES.find((one) => name[one] != null) ?? 'id'
    const variant = variants.find((one) => isDeepStrictEqual(one[member], name[member]))
    const detail = !variant
      ? 'does not name a variant of this product'
      : 'names the same variant as another patch'
    if (!variant || places.has(variant))
      breaks.push({ path: ['variants', `${place}`, member], code: 'invalid', detail })
    else places.set(variant, place)
  }
  const targets: Target[] = variants.map((variant) => ({ variant, place: places.get(variant) }))
  targets.sort((a, b) => (a.place ?? -1) - (b.place ?? -1))
  return { targets, breaks }
}

/** Faults of the set name variants by their place in it; the client knows those of its patches only. */
const misfits = (complete: () => WholeProduct, targets: readonly Target[]): RuleBreak[] =>
  breaksOf(complete).map((one) => {
    const [member, n, ...rest] = one.path
    if (member !== 'variants' || n === undefined) return one
    return { ...one, path: ['variants', `${targets[Number(n)]?.place ?? 0}`, ...rest] }
  })

/** The set with new names for its options and values, in their places. */
function rename(set: VariantSet, options: readonly Option[] | undefined) {
  if (!options) return { set, breaks: [] }
  const isSameShape = isDeepStrictEqual(shapeOf(options), shapeOf(set.options))
  if (!isSameShape) return { set, breaks: [OTHER_SHAPE] }
  const variants = set.variants.map((variant) => ({
    ...variant,
    option_values: Object.fromEntries(
      set.options.map(({ name, values }, n) => {
        const option = options[n]
        const place = values.indexOf(`${variant.option_values[name]}`)
        return [`${option?.name}`, `${option?.values[place]}`]
      }),
    ),
  }))
  // With what else is stored of each option.
  return {
    set: { options: options.map((option, n) => ({ ...set.options[n], ...option })), variants },
    breaks: [],
  }
}

const shapeOf = (options: readonly Option[]) => options.map(({ values }) => values.length)

const OTHER_SHAPE: RuleBreak = {
  path: ['options'],
  code: 'invalid',
  detail: 'must have the same numbers of options and values: a patch renames them in place',
}
