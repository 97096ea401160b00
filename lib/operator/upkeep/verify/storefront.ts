/** The card, facets and index keys of an item, with what they should be. */

import type { StoredItem } from '../../../data/table/patient-reads.ts'
import { STOREFRONT } from '../../../data/table/schema.ts'
import type { Rendering } from '../reindex/rendering.ts'
import { type Finding, finding } from './findings.ts'

/** The findings in the rendered attributes of an item. */
export function storefrontFindings(
  item: StoredItem,
  { rendered, differing }: Pick<Rendering, 'rendered' | 'differing'>,
): Finding[] {
  if (differing.length === 0) return []
  if (Object.keys(rendered).length === 0)
    return [finding('storefront_left', item, `it is not public, but has ${differing.join(', ')}`)]
  if (Object.keys(rendered).every((name) => item[name] === undefined))
    return [finding('storefront_missing', item, 'it is public, but has neither card nor index keys')]
  const { card, facets, ...indexKeys } = STOREFRONT
  const places = differing.filter((name) => Object.values<string>(indexKeys).includes(name))
  const versions = `${item.card_version ?? 'none'}, now ${rendered.card_version}`
  return [
    ...(differing.includes(card)
      ? [finding('card_differs', item, `its card is out of date (version ${versions})`)]
      : differing.includes('card_version')
        ? [finding('card_old', item, `its card is of version ${versions}`)]
        : []),
    ...(differing.includes(facets) ? [finding('facets_differ', item, 'its facets are not its own')] : []),
    ...(places.length > 0
      ? [
          finding(
            'index_keys_differ',
            item,
            places.map((name) => wrongPlace(name, item, rendered)).join('; '),
          ),
        ]
      : []),
  ]
}

const wrongPlace = (name: string, item: StoredItem, rendered: Record<string, unknown>) =>
  `${name} is ${JSON.stringify(item[name]) ?? 'missing'}, not ${JSON.stringify(rendered[name]) ?? 'absent'}`
