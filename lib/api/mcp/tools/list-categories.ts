import * as v from 'valibot'
import { cursor } from '../arguments.ts'
import { listed, pageOf } from '../ask.ts'
import { name, onlySet } from '../rows.ts'
import { tool } from '../tool.ts'

const page = pageOf(v.object({ id: v.string(), name, parent_id: v.nullable(v.string()) }), {})

/** GET /categories: the menu of the shop. */
export const listCategories = tool(
  {
    name: 'list_categories',
    description:
      'Lists the categories of the shop in the order of its menu, 100 at a time: `parent_id` is the category that one is below; without it, it is at the top. Use it for the id of a category before you filter by one, or put a product into one. A category that the menu does not show is not in it: its id is the `category_id` of its products.',
    annotations: { title: 'List categories', readOnlyHint: true, openWorldHint: false },
  },
  v.strictObject({ cursor: v.optional(cursor) }),
  (api, query) =>
    listed(api, { path: '/categories', query, most: 100 }, page, ({ data }) => ({
      categories: data.map(onlySet),
    })),
)
