import * as v from 'valibot'
import type { JsonObject } from '../../domain/body/json-object.ts'
import { differences, setMembers } from './differences.ts'
import type { HeldPieces } from './held-pieces.ts'
import { problem } from './refusal.ts'
import { byName, onlySet } from './rows.ts'
import { cut } from './shown.ts'

const difference = v.object({ option_values: byName, from: v.nullable(byName), to: v.nullable(byName) })

/** The result of one operation of a dry run, as `BulkResult` of the description has it. */
export const dryResult = v.object({
  index: v.number(),
  id: v.nullish(v.string()),
  problem: v.optional(problem),
  events: v.optional(v.array(v.object({ type: v.string(), data: byName, previous: byName })), []),
  variants: v.optional(v.array(difference), []),
  options: v.optional(v.object({ from: v.array(byName), to: v.array(byName) })),
  quantities: v.optional(
    v.array(
      v.object({
        id: v.nullable(v.string()),
        option_values: byName,
        from: v.nullable(v.number()),
        to: v.nullable(v.number()),
      }),
    ),
    [],
  ),
})

type DryResult = v.InferOutput<typeof dryResult>

/** True if an operation ends a quantity: pieces of it that are held are then nowhere. */
export const endsStock = ({ quantities }: DryResult): boolean => quantities.some(({ to }) => to === null)

/** The effect of one operation, all of it. `sent` are the fields that the operation sets, `held` the held pieces. */
export function changeOf(
  { id, events, variants, options, quantities }: DryResult,
  sent: JsonObject,
  held?: HeldPieces,
): object {
  const [event] = events
  if (!event) return {}
  const { data, previous, type } = event
  const ofStock = quantities.length > 0 && {
    quantities: quantities.map(({ id, option_values, from, to }) => ({
      ...named(option_values),
      from,
      to,
      ...(to === null && id && held && { held: held.get(id) ?? 0 }),
    })),
  }
  const ofVariants = variants.length > 0 && { variants: groupsOf(variants) }
  if (type === 'product.created') {
    // A slug that is made from the name can be another one when the plan is carried out.
    const { slug } = sent
    return { product: setMembers({ ...data, slug, options: options?.to }), ...ofVariants, ...ofStock }
  }
  if (type === 'product.deleted') {
    const { name, status, price, variant_count } = data
    return { id, name, status, price, variant_count, ...ofStock }
  }
  const ofOptions = options ? differences({ options: options.from }, { options: options.to }) : {}
  return {
    id,
    name: data.name,
    changes: { ...differences(previous, data), ...ofOptions },
    ...ofVariants,
    ...ofStock,
  }
}

/** The effect of one operation where the values have no room: only the names of the fields. */
export function outlineOf({ id, events, variants, options }: DryResult): object {
  const [event] = events
  if (!event) return {}
  const { data, previous, type } = event
  return onlySet({
    id,
    name: cut(`${data.name}`, 20),
    fields: [
      ...Object.keys(type === 'product.created' ? setMembers(data) : differences(previous, data)),
      ...(options ? ['options'] : []),
    ],
    variants_changed: variants.length || undefined,
  })
}

const named = (values: JsonObject) => (Object.keys(values).length > 0 ? { of: values } : {})

/** The differences of variants: those that are added, removed or changed in the same way are together. */
function groupsOf(variants: DryResult['variants']): object[] {
  const groups = new Map<string, { of: JsonObject[] }>()
  for (const variant of variants) {
    const what = effectOn(variant)
    const key = JSON.stringify(what)
    const group = groups.get(key)
    if (group) group.of.push(variant.option_values)
    else groups.set(key, { of: [variant.option_values], ...what })
  }
  return [...groups.values()]
}

function effectOn({ from, to }: DryResult['variants'][number]): object {
  if (from && to) return { changes: differences(from, to) }
  return to ? { added: setMembers(to) } : { removed: true }
}
