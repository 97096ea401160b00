/** The parts that the console shows below its header. */
export type Screen =
  | { name: 'products' }
  | { name: 'files' | 'prices' }
  | { name: 'product'; id: string }
  | { name: 'held' | 'scheduled'; product: string | undefined }

export type ScreenName = Screen['name']

/** The fragment of the address with a change of prices. */
export const PRICES = '#/prices'

/** The screen that the fragment of an address leads to; the products for any other text. */
export function screenOf(fragment: string): Screen {
  if (fragment === '#/files') return { name: 'files' }
  if (fragment === PRICES) return { name: 'prices' }
  const [list, name, product] = /^#\/(held|scheduled)(?:\?product=([\w-]+))?$/.exec(fragment) ?? []
  if (list) return { name: name === 'held' ? name : 'scheduled', product }
  const [, id] = /^#\/products\/([\w-]+)$/.exec(fragment) ?? []
  return id === undefined ? { name: 'products' } : { name: 'product', id }
}

/** The fragment of the address with the holds of one product. */
export const heldFragment = (product: string): string => `#/held?product=${product}`

/** The fragment of the address with the planned changes of one product. */
export const scheduledFragment = (product: string): string => `#/scheduled?product=${product}`
