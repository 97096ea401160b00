import * as v from 'valibot'
import { canBeCategoryId } from '../../domain/text/slug.ts'
import { ask, pageOf, queryOf } from './ask.ts'
import { ifAllowed } from './known-products.ts'
import { LONGEST_NAME } from './rows.ts'
import { cut } from './shown.ts'
import { type CallApi, ToolRefused } from './tool.ts'

/** All of them: a business has no more. */
const MOST = 1_000

const menu = pageOf(v.object({ id: v.string(), parent_id: v.nullable(v.string()) }), {})

/** The ids of the categories of the menu that are below one, at any depth: first those directly below it. */
export async function categoriesBelow(api: CallApi, id: string): Promise<string[]> {
  const { data } = await ask(api, ['GET', '/categories', { query: queryOf({ limit: MOST }) }], menu)
  // A set is walked to its end although it grows.
  const found = new Set([id])
  for (const parent of found)
    for (const category of data) if (category.parent_id === parent) found.add(category.id)
  return [...found].slice(1)
}

/** True if there is a category with an id, whether the menu shows it or not. */
export async function isCategory(api: CallApi, id: string): Promise<boolean> {
  if (!canBeCategoryId(id)) return false
  try {
    await ask(api, ['GET', `/categories/${id}`], v.object({}))
    return true
  } catch (error) {
    if (error instanceof ToolRefused && error.code === 'category_not_found') return false
    throw error
  }
}

/** A note if there is no category with an id: of such a one the API returns an empty list. */
export async function noteOnCategory(api: CallApi, id: string): Promise<object> {
  const isThere = (await ifAllowed(() => isCategory(api, id))) ?? true
  return isThere
    ? {}
    : { note: `There is no category "${cut(id, LONGEST_NAME)}". list_categories has the ids.` }
}
