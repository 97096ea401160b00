import { InvalidFields, unknownCategory } from '../domain/body/rule-breaks.ts'
import { type Category, MOST_LEVELS } from '../domain/category.ts'
import { COUNT_MOVES } from './category-counts.ts'
import { cardOf, readable, viewIn } from './storefront/readable-card.ts'
import { queryItems, readItem } from './table/calls/writer.ts'
import type { Step } from './table/commit.ts'
import { updateOf, when } from './table/expressions.ts'
import * as keys from './table/keys.ts'
import { type IndexName, STOREFRONT } from './table/schema.ts'

/** A category, as far as its place in the tree goes. */
type Placed = Pick<Category, 'id' | 'parent_id'>

/** Racing writers can make a tree deeper than it may be, by a level each. Above this, nobody looks. */
const MOST_READ = 8

/**
 * The steps, in addition to the write of a category, that put it below its parent, or take it from there; empty if its parent stays
 * the same. On condition that nobody moves one of the categories above it: two moves that together would close a circle both
 * write what the other one checks. Throws `InvalidFields` for a parent that the category cannot have.
 */
export async function parentSteps(
  businessId: string,
  before: Placed | undefined,
  after: Placed | undefined,
): Promise<Step[]> {
  const [from, to] = [before?.parent_id ?? null, after?.parent_id ?? null]
  if (from === to) return []
  const steps: Step[] = []
  if (after && to !== null) {
    const above = await categoriesAbove(businessId, to)
    requireFitting(after, above, before ? await levelsBelow(businessId, after.id) : 0)
    steps.push(...above.map((one) => staysBelowParent(businessId, one)))
    steps.push(childCounted(businessId, { parentId: to, id: after.id, by: 1 }))
  }
  if (before && from !== null) steps.push(childCounted(businessId, { parentId: from, id: before.id, by: -1 }))
  return steps
}

/** A category and those above it, from below, as every acknowledged write left them. Empty if there is none of this id. */
async function categoriesAbove(businessId: string, id: string): Promise<Placed[]> {
  const above: Placed[] = []
  for (let next: string | null = id; next !== null && above.length < MOST_READ; ) {
    const item: Placed | undefined = await readItem<keys.Key & Placed>(keys.categoryKey(businessId, next))
    if (!item) break
    above.push({ id: next, parent_id: item.parent_id ?? null })
    next = item.parent_id ?? null
  }
  return above
}

function requireFitting({ id }: Placed, above: readonly Placed[], levels: number): void {
  const refuse = (detail: string) => {
    throw new InvalidFields([{ path: ['parent_id'], code: 'invalid', detail }])
  }
  if (above.length === 0) throw new InvalidFields([unknownCategory('parent_id')])
  if (above.some((one) => one.id === id)) refuse('is the category itself, or one below it')
  if (above.length + 1 + levels > MOST_LEVELS)
    refuse(`has no room below it: categories have at most ${MOST_LEVELS} levels`)
}

/**
 * How many levels of categories there are below one. Only of one that has children the cards of all categories are read,
 * which have no metadata. They follow a write late: for that moment the tree can become deeper than it may be, as by a race.
 */
async function levelsBelow(businessId: string, id: string): Promise<number> {
  if ((await childrenOf(businessId, id)) === 0) return 0
  const childrenByParent = Map.groupBy(await categoriesByCards(businessId), ({ parent_id }) => parent_id)
  let levels = 0
  for (let level = childrenByParent.get(id); level && levels < MOST_READ; levels++) {
    const next = level.flatMap((child) => childrenByParent.get(child.id) ?? [])
    level = next.length > 0 ? next : undefined
  }
  // The count of its children is not late.
  return Math.max(1, levels)
}

async function childrenOf(businessId: string, id: string): Promise<number> {
  const { pk, sk } = keys.categoryCountKey(businessId, id, 0)
  const counts = await queryAll<{ c?: number }>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': sk.slice(0, -1) },
    ProjectionExpression: 'pk, sk, c',
    ConsistentRead: true,
  })
  return counts.reduce((sum, { c = 0 }) => sum + c, 0)
}

async function categoriesByCards(businessId: string): Promise<Placed[]> {
  const rows = await queryAll<Record<string, unknown>>({
    IndexName: 'store-created' satisfies IndexName,
    KeyConditionExpression: '#store = :store',
    ExpressionAttributeNames: { '#store': STOREFRONT.store },
    ExpressionAttributeValues: { ':store': keys.categoriesPartition(businessId) },
  })
  return rows.map((row) => {
    const entry = { position: `${row[STOREFRONT.byCreated]}`, card: `${row[STOREFRONT.card]}` }
    const placed = readable(() => viewIn<Partial<Placed>>(cardOf(entry)))
    return { id: keys.idIn(entry.position), parent_id: placed?.parent_id ?? null }
  })
}

async function queryAll<T>(input: Parameters<typeof queryItems>[0]): Promise<(keys.Key & T)[]> {
  const all: (keys.Key & T)[] = []
  let ExclusiveStartKey: keys.Key | undefined
  do {
    const { items, lastKey } = await queryItems<keys.Key & T>({ ...input, ExclusiveStartKey })
    all.push(...items)
    ExclusiveStartKey = lastKey
  } while (ExclusiveStartKey)
  return all
}

/** Categories that were written before they could have a parent name none. */
const staysBelowParent = (businessId: string, { id, parent_id }: Placed): Step => ({
  write: {
    ConditionCheck: {
      Key: keys.categoryKey(businessId, id),
      ...(parent_id === null
        ? when`attribute_exists(pk) AND (attribute_not_exists(#parent_id) OR #parent_id = ${null})`
        : when`#parent_id = ${parent_id}`),
    },
  },
  refusal: 'version_changed',
})

/** One more or one less in the count of the children of a category, which exists exactly while the category does. */
function childCounted(
  businessId: string,
  { parentId, id, by }: { parentId: string; id: string; by: 1 | -1 },
): Step {
  return {
    write: {
      Update: {
        Key: keys.categoryCountKey(businessId, parentId, keys.shardOfText(id)),
        ...updateOf({
          add: { c: by, [COUNT_MOVES]: 1 },
          if: by === 1 ? when`attribute_exists(pk)` : when`#c >= ${1}`,
        }),
      },
    },
    ...(by === 1 && { refusal: 'version_changed' as const }),
  }
}
