import { MOST_CATEGORIES } from '../../../api/http/lists/category-list.ts'
import { adminCategory } from '../../../domain/admin-view.ts'
import { CATEGORY, newCategory } from '../../../domain/category.ts'
import { publicCategory } from '../../../domain/public-view.ts'
import { closed, membersOf, nullable, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf } from './list.ts'
import { answered, described, input, nameText, pick, STAMPS } from './members.ts'

const TEXTS: Record<keyof ReturnType<typeof adminCategory>, string> = {
  id: 'The id of the category in URLs. It never changes. If you leave it out, it is made from the name.',
  name: nameText('The name that shoppers see'),
  description: 'Plain text: escape it before you put it into a page.',
  parent_id: 'The category above this one, or `null` at the top of the menu. A menu has five levels at most.',
  position: "The merchant's own order, smallest first.",
  is_listed: '`false` leaves the category out of the public list; it is still found by its id.',
  image: 'A picture of the category.',
  created_at: 'The time of creation.',
  updated_at: 'The time of the last change.',
  metadata: 'Your own texts, by name. Never public.',
  version: 'A number that grows by one with every change.',
}

const writable = membersOf(newCategory)

const settable = described(TEXTS, {
  ...writable,
  image: { ...nullable(ref('NewImage')), default: writable.image?.default },
  metadata: { ...ref('NewMetadata'), default: writable.metadata?.default },
})

const shown = described(TEXTS, {
  ...answered(settable),
  image: nullable(ref('Image')),
  metadata: ref('Metadata'),
  ...STAMPS,
})

const patchable = CATEGORY.writable.filter((name) => !CATEGORY.readOnly.includes(name))

/** A category in the admin view. */
export const ADMIN_CATEGORY = adminCategory({
  id: 'kitchen-tools',
  name: 'Kitchen tools',
  description: 'Few, and made to be kept.',
  parent_id: null,
  position: 50,
  is_listed: true,
  image: { url: 'https://images.example/tools.jpg', alt: 'Knives and a mill on a board' },
  created_at: '2026-11-20T09:48:11.000Z',
  updated_at: '2026-11-20T09:48:11.000Z',
  metadata: {},
  version: 1,
})

/** The same category in the public view. */
export const A_CATEGORY = publicCategory(ADMIN_CATEGORY)

export const CATEGORY_SCHEMAS: Record<string, JsonSchema> = {
  CategoryList: listOf(ref('Category'), {}, MOST_CATEGORIES),
  AdminCategoryList: listOf(ref('AdminCategory')),
  Category: closed(pick(shown, Object.keys(A_CATEGORY))),
  AdminCategory: closed(shown),
  NewCategory: input(settable, ['name']),
  CategoryPatch: patchOf(input(pick(settable, patchable), ['name']), ['name', ...CATEGORY.kept]),
}
