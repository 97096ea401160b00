/** Items with members that a newer version has written, at the top and inside. */
import type { Key } from '../../../lib/data/table/keys.ts'
import { corruptItem, type Item, storedItem } from '../../support/items.ts'

/** Stands in every planted value, and in nothing else. */
export const PLANTED = 'planted-by-a-newer-version'

/** The places in which members are planted: the item, in a map of it, or in each map of a list. `image` in a variant is `variants.image`. */
type Place = string

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Plants members in an item; none of the places may be empty. */
export async function plantMembers(key: Key, places: readonly Place[]): Promise<void> {
  const planted = places.reduce((item, place) => within(item, place.split('.'), plant), await storedItem(key))
  await corruptItem(key, { ...planted, newer: value('item') })
}

const value = (place: string) => ({ text: PLANTED, place, list: [1, true, null, { deep: PLANTED }] })
const plant = (map: Record<string, unknown>) => ({ ...map, newer: value('inside') })

function within(
  map: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  change: typeof plant,
): Item {
  const one = (each: unknown) => {
    if (!isMap(each)) throw new Error(`nothing can be planted in ${name}`)
    return rest.length > 0 ? within(each, rest, change) : change(each)
  }
  const inside = map[name]
  return { ...(map as Item), [name]: Array.isArray(inside) ? inside.map(one) : one(inside) }
}

/** The places of an item in which a planted member is, with how many of them. */
export async function plantedIn(key: Key): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  collect(await storedItem(key), '', found)
  return found
}

function collect(value: unknown, path: string, found: Record<string, number>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, path, found)
  if (!isMap(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (name === 'newer') found[path || 'item'] = (found[path || 'item'] ?? 0) + (isWhole(member) ? 1 : 0)
    else collect(member, path ? `${path}.${name}` : name, found)
  }
}

const isWhole = (member: unknown) =>
  isMap(member) && JSON.stringify(member.list) === JSON.stringify(value('').list)
