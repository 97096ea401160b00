import * as keys from '../../../data/table/keys.ts'
import { readItems } from '../../../data/table/patient-reads.ts'
import { type Finding, finding } from './findings.ts'

/** The findings of categories that are below each other in a circle, if they still are when they are read again. */
export async function checkCircles(
  businessId: string,
  parents: ReadonlyMap<string, string | null>,
): Promise<Finding[]> {
  const circles = inCircles(parents)
  if (circles.length === 0) return []
  const again = new Map<string, string | null>()
  const items = await readItems(circles.map((id) => keys.categoryKey(businessId, id)))
  for (const { sk, parent_id } of items.values())
    again.set(sk.slice(keys.CATEGORY_PREFIX.length), typeof parent_id === 'string' ? parent_id : null)
  return inCircles(again).map((id) =>
    finding(
      'category_circle',
      keys.categoryKey(businessId, id),
      `is below ${again.get(id)}, which is below it`,
    ),
  )
}

/** The categories from which the way up comes back to them. */
function inCircles(parents: ReadonlyMap<string, string | null>): string[] {
  return [...parents.keys()].filter((id) => {
    const seen = new Set<string>()
    let at = parents.get(id)
    while (at && at !== id && !seen.has(at)) {
      seen.add(at)
      at = parents.get(at)
    }
    return at === id
  })
}
