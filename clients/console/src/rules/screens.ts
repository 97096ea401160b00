/** What the console shows below its header. */
export type Screen = { name: 'products' } | { name: 'files' } | { name: 'product'; id: string }

/** The screen that the fragment of an address leads to; the products for any other text. */
export function screenOf(fragment: string): Screen {
  if (fragment === '#/files') return { name: 'files' }
  const [, id] = /^#\/products\/([\w-]+)$/.exec(fragment) ?? []
  return id === undefined ? { name: 'products' } : { name: 'product', id }
}
