import type { OpenApi } from '../openapi.ts'

/** A JSON object of a description, as far as a pointer needs to know. */
type Node = Record<string, unknown>

/** What stands at a reference such as `#/components/schemas/Product`, or the object itself if it is none. */
export function resolve<T extends object>(document: OpenApi, object: T | { $ref: string }): T {
  let found: unknown = object
  const seen = new Set<string>()
  for (let reference = referenceIn(found); reference !== undefined; reference = referenceIn(found)) {
    if (seen.has(reference) || !reference.startsWith('#/')) throw new Error(`${reference} leads nowhere`)
    seen.add(reference)
    found = at(document, reference)
    // A schema may say more beside its reference: that is for whoever reads schemas.
    if (reference.startsWith('#/components/schemas/')) break
  }
  return found as T
}

const referenceIn = (object: unknown) => (object as { $ref?: string }).$ref

/** RFC 6901, as a fragment. */
function at(document: OpenApi, reference: string): unknown {
  let node: unknown = document
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name))
      throw new Error(`${reference} leads nowhere`)
    node = (node as Node)[name]
  }
  return node
}
