/** The parts that the console shows below its header. */
export type Screen =
  | { name: 'products' }
  | { name: 'files' }
  | { name: 'product'; id: string }
  | { name: 'held'; product: string | undefined }

export type ScreenName = Screen['name']

/** The screen that the fragment of an address leads to; the products for any other text. */
export function screenOf(fragment: string): Screen {
  if (fragment === '#/files') return { name: 'files' }
  const held = /^#\/held(?:\?product=([\w-]+))?$/.exec(fragment)
  if (held) return { name: 'held', product: held[1] }
  const [, id] = /^#\/products\/([\w-]+)$/.exec(fragment) ?? []
  return id === undefined ? { name: 'products' } : { name: 'product', id }
}

/** The fragment of the address with the holds of one product. */
export const heldFragment = (product: string): string => `#/held?product=${product}`
