/** The changes of a schedule at each of its times, as pure functions of the newest product. */
import { isDeepStrictEqual } from 'node:util'
import { InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { OF_VARIANTS } from '../products/fields.ts'
import { hasOptions } from '../products/product.ts'
import type { Variant } from '../products/variant.ts'
import { type WholeProduct, withProduct, withVariants } from '../products/variant-set.ts'
import {
  present,
  SCHEDULED_FIELDS,
  SCHEDULED_OF_VARIANTS,
  type Schedule,
  type ScheduledValues,
  type WantedSchedule,
} from './schedule.ts'

/** A patch whose variants have ids in place of SKUs, '' for an unknown SKU, and the places of those that name none of the product's. */
export interface NamedPatch {
  patch: ScheduledValues
  unknown: readonly { place: number; by: 'id' | 'sku' }[]
}

/** The patch of a body, with the ids of the variants that its SKUs name. A variant that is not there keeps its id. */
export function withIds({ variants, ...own }: WantedSchedule['patch'], { set }: WholeProduct): NamedPatch {
  if (!variants) return { patch: own, unknown: [] }
  const unknown: { place: number; by: 'id' | 'sku' }[] = []
  const named = variants.map(({ id, sku, ...values }, place) => {
    const found = set.variants.find((variant) => (id === undefined ? variant.sku === sku : variant.id === id))
    if (!found) unknown.push({ place, by: id === undefined ? 'sku' : 'id' })
    return { id: found?.id ?? id ?? '', ...values }
  })
  return { patch: { ...own, variants: named }, unknown }
}

/** Throws `InvalidFields` if a patch does not fit the product as it is now; its paths begin in the body. */
export function requireFit(whole: WholeProduct, { patch, unknown }: NamedPatch): void {
  const { variants = [] } = patch
  const repeated = variants.flatMap(({ id }, place) =>
    id !== '' && variants.findIndex((one) => one.id === id) < place
      ? [{ place, detail: 'names the same variant as another' }]
      : [],
  )
  const isPlain = !hasOptions(whole.product)
  const breaks: RuleBreak[] = [
    ...(isPlain ? [] : OF_VARIANTS.filter((name) => Object.hasOwn(patch, name)).map(ofVariants)),
    ...(isPlain && variants.length > 0 ? [NO_VARIANTS] : []),
    ...(isPlain ? [] : [...unknown.map(isUnknown), ...repeated.map(isRepeated)]),
  ]
  const places = new Map(variants.map(({ id }, place) => [id, `${place}`]))
  const all = breaks.length > 0 ? breaks : begun(whole, patch).contradictions
  if (all.length > 0)
    throw new InvalidFields(
      all.map((one) => ({ ...one, path: ['patch', ...one.path.map((part) => places.get(part) ?? part)] })),
    )
}

const ofVariants = (name: string): RuleBreak => ({
  path: [name],
  code: 'read_only',
  detail: 'belongs to the variants of this product: change it in variants',
})
const NO_VARIANTS: RuleBreak = {
  path: ['variants'],
  code: 'invalid',
  detail: 'this product has no options: change its own price',
}
const isUnknown = ({ place, by }: NamedPatch['unknown'][number]): RuleBreak => ({
  path: ['variants', `${place}`, by],
  code: 'invalid',
  detail: 'does not name a variant of this product',
})
const isRepeated = ({ place, detail }: { place: number; detail: string }): RuleBreak => ({
  path: ['variants', `${place}`],
  code: 'invalid',
  detail,
})

/** A product after a half of its schedule, and the fields that the half left as they were: `price`, `variants/<id>/price`. */
export interface Half {
  whole: WholeProduct
  left: readonly string[]
}

/**
 * The product with the values of a patch, and the values that these replace. Left are the fields of variants that are gone, and
 * those that variants decide since the product has options. `contradictions` are of earlier prices that would be below the price;
 * their paths name variants by their ids.
 */
export function begun(
  whole: WholeProduct,
  patch: ScheduledValues,
): Half & { replaced: ScheduledValues; contradictions: readonly RuleBreak[] } {
  const { fitting, left } = fittingIn(whole, patch, () => true)
  return {
    whole: withValues(whole, fitting),
    left,
    replaced: valuesNow(whole, fitting),
    contradictions: contradictionsIn(withValues(whole, fitting), fitting).map((name) => ({
      path: name.split('/'),
      code: 'invalid',
      detail: 'must not be below price',
    })),
  }
}

/**
 * The product after the end of a schedule: each field that has the value of the patch gets back the one that it had before, and what
 * others have changed since is left. No earlier price is in the way of a price that comes back: it becomes null.
 */
export function ended(whole: WholeProduct, { patch, replaced }: Pick<Schedule, 'patch' | 'replaced'>): Half {
  const of = new Map(patch.variants?.map((variant) => [variant.id, variant]))
  const { fitting, left } = fittingIn(whole, replaced ?? {}, (name, value, id) => {
    const wanted: object | undefined = id === undefined ? patch : of.get(id)
    return isDeepStrictEqual(value, new Map(Object.entries(wanted ?? {})).get(name))
  })
  return { whole: withoutContradictions(withValues(whole, fitting), fitting), left }
}

/** The names of all fields in values. */
export const namesIn = (values: ScheduledValues): string[] => [
  ...ownNames(values),
  ...(values.variants ?? []).flatMap((variant) =>
    variantNames(variant).map((name) => nameOf(variant.id, name)),
  ),
]

const ownNames = (values: object) => SCHEDULED_FIELDS.filter((name) => Object.hasOwn(values, name))
const variantNames = (values: object) => SCHEDULED_OF_VARIANTS.filter((name) => Object.hasOwn(values, name))
const nameOf = (id: string, name: string) => `variants/${id}/${name}`

/** Values that have a place in the product, and the names of the others. */
interface Fitting {
  fitting: ScheduledValues
  left: readonly string[]
}

/** Checks a field by its name, the value that it has now, and the id of its variant. */
type Fits = (name: string, value: unknown, id?: string) => boolean

function fittingIn({ product, set }: WholeProduct, values: ScheduledValues, fits: Fits): Fitting {
  const decided: readonly string[] = hasOptions(product) ? OF_VARIANTS : []
  const own = ownNames(values).filter((name) => !decided.includes(name) && fits(name, product[name]))
  const known = new Map(hasOptions(product) ? set.variants.map((variant) => [variant.id, variant]) : [])
  const variants = (values.variants ?? []).flatMap((variant) => {
    const now = known.get(variant.id)
    const names = now ? variantNames(variant).filter((name) => fits(name, now[name], variant.id)) : []
    return names.length > 0 ? [{ id: variant.id, ...present(variant, names) }] : []
  })
  const fitting = { ...present(values, own), ...(variants.length > 0 && { variants }) }
  const names = new Set(namesIn(fitting))
  return { fitting, left: namesIn(values).filter((name) => !names.has(name)) }
}

function withValues(whole: WholeProduct, { variants = [], ...own }: ScheduledValues): WholeProduct {
  const changed = withProduct(whole, { ...whole.product, ...own })
  if (variants.length === 0) return changed
  const of = new Map(variants.map((variant) => [variant.id, variant]))
  return withVariants(
    changed,
    changed.set.variants.map((variant) => ({ ...variant, ...of.get(variant.id) })),
  )
}

/** The values that these fields have now. */
function valuesNow({ product, set }: WholeProduct, { variants, ...own }: ScheduledValues): ScheduledValues {
  const known = new Map(set.variants.map((variant) => [variant.id, variant]))
  const now = variants?.flatMap((variant) => {
    const { id } = variant
    const stored = known.get(id)
    return stored ? [{ id, ...present(stored, variantNames(variant)) }] : []
  })
  return { ...present(product, ownNames(own)), ...(now && { variants: now }) }
}

type Prices = Pick<Variant, 'price' | 'compare_at_price'>

const contradicts = ({ price, compare_at_price }: Prices): boolean =>
  compare_at_price !== null && compare_at_price < price
const concernsPrices = (values: object): boolean => 'price' in values || 'compare_at_price' in values

/** The names of earlier prices that would be below the price, among the products and variants whose prices these values concern. */
function contradictionsIn({ product, set }: WholeProduct, values: ScheduledValues): string[] {
  const known = new Map(set.variants.map((variant) => [variant.id, variant]))
  const isBroken = (of: object, after: Prices | undefined) =>
    after !== undefined && concernsPrices(of) && contradicts(after)
  return [
    ...(isBroken(values, product) ? ['compare_at_price'] : []),
    ...(values.variants ?? [])
      .filter((variant) => isBroken(variant, known.get(variant.id)))
      .map(({ id }) => nameOf(id, 'compare_at_price')),
  ]
}

function withoutContradictions(whole: WholeProduct, values: ScheduledValues): WholeProduct {
  const names = new Set(contradictionsIn(whole, values))
  const variants = (values.variants ?? []).filter(({ id }) => names.has(nameOf(id, 'compare_at_price')))
  return withValues(whole, {
    ...(names.has('compare_at_price') && { compare_at_price: null }),
    variants: variants.map(({ id }) => ({ id, compare_at_price: null })),
  })
}
