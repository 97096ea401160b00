import * as v from 'valibot'
import { judgedBy, type Resource } from './body/resource.ts'
import { image } from './products/image.ts'
import { nameLine } from './text/name.ts'
import { slug } from './text/slug.ts'
import { integer, knownMembers, metadata, text } from './text/text.ts'

/** The body of a request that creates a category; without `id` it is made from the name. */
export const newCategory = knownMembers({
  id: v.optional(slug),
  name: nameLine(120),
  description: v.optional(text(0, 2000), ''),
  parent_id: v.optional(v.nullable(slug), null),
  position: v.optional(integer(0, 1e9), 0),
  is_listed: v.optional(v.boolean('must be true or false'), true),
  image: v.optional(v.nullable(image), null),
  metadata: v.optional(metadata, {}),
})

export type NewCategory = v.InferOutput<typeof newCategory>

/** The most levels of a menu, the top among them. */
export const MOST_LEVELS = 5

/** A category as stored. Its id never changes: it is its place in URLs. */
export interface Category extends Omit<NewCategory, 'id'> {
  id: string
  created_at: string
  updated_at: string
  version: number
}

/** How bodies become categories. */
export const CATEGORY: Resource<NewCategory> = {
  ...judgedBy(newCategory),
  writable: Object.keys(newCategory.entries),
  readOnly: ['id', 'created_at', 'updated_at', 'version'],
  optional: ['parent_id', 'is_listed'],
  kept: ['is_listed'],
  // A patch can change one side of an image that has two.
  sample: { name: 'A name', image: { url: 'https://image.example/', width: 1, height: 1 } },
}
