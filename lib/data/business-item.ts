import type { Business } from '../domain/business.ts'

/** A slug that a business had, and the RFC 3339 time until which it still leads to it. */
export interface FormerSlug {
  slug: string
  until: string
}

/**
 * `former_slugs` is on the profile and not in the business: only the operator sees them. With the profile's
 * version they change in one step with the slug, and a deletion finds them without reading the whole table.
 */
export type BusinessItem = Business & {
  pk: string
  sk: string
  type: 'business'
  former_slugs?: FormerSlug[]
}
