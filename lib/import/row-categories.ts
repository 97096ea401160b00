/** The categories of a row: names become ids, and are remembered so that those that are not there can be created. */

import * as v from 'valibot'
import { isJsonObject } from '../domain/body/json-object.ts'
import { newCategory } from '../domain/category.ts'
import { MOST_ADDITIONAL_CATEGORIES } from '../domain/products/additional-categories.ts'
import { withoutTurns } from '../domain/text/name.ts'
import { foldName } from '../domain/text/name-order.ts'
import { quoted } from '../domain/text/quoted.ts'
import { Unreadable } from '../domain/text/unreadable.ts'
import {
  categoryIdOf,
  categoryPathOf,
  categoryPathsOf,
  pathText,
  severalCategories,
} from './catalogue-files/category-path.ts'
import { fewEntries } from './catalogue-files/entries.ts'
import type { Note } from './catalogue-files/note.ts'
import type { Fault, FileCategory, ProductRow } from './row.ts'
import { schemaFaults } from './write/schema-faults.ts'

/** By their ids, as the first row has them. */
export type FileCategories = Map<string, FileCategory>

/** The categories of a row as fields of its product; those that the row does not say are not there. */
export interface RowCategories {
  fields: { category_id?: string; additional_categories?: unknown[] }
  /** True for additional categories that have no position in the file, because it has nothing but their names. */
  arePlacesByName: boolean
  faults: Fault[]
  notes: Note[]
}

/** Reads the categories of a row, and remembers those that it gives by name. `isOfOtherSystem` says it of the file. */
export function readCategories(
  row: ProductRow,
  categories: FileCategories,
  isOfOtherSystem: boolean,
): RowCategories {
  const result: RowCategories = { fields: {}, arePlacesByName: false, faults: [], notes: [] }
  if (row.category !== undefined && typeof row.category !== 'string')
    result.faults.push({ field: 'category', detail: 'must be a string' })
  try {
    readAll(row, categories, { isOfOtherSystem, result })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    result.faults.push({ field: 'category', detail: error.message })
  }
  return result
}

/** Throws `Unreadable` for more categories than a file names of a product. */
function readAll(
  row: ProductRow,
  categories: FileCategories,
  { isOfOtherSystem, result }: { isOfOtherSystem: boolean; result: RowCategories },
): void {
  const [path, ...further] = pathsOf(row, isOfOtherSystem, result.notes)
  const named = path && readNamed(path, { id: row.fields.category_id, field: 'category' })
  if (named && 'faults' in named) result.faults.push(...named.faults)
  else if (named) {
    result.fields.category_id = named.id
    noteCategory(named, categories, result.notes)
  }
  const column: unknown = row.fields.additional_categories
  const inColumn = column ?? (further.length > 0 ? [] : undefined)
  if (Array.isArray(inColumn)) {
    const sent = fewEntries<unknown>([...further.map(pathText), ...inColumn])
    const own = result.fields.category_id ?? row.fields.category_id
    result.fields.additional_categories = readPlaces(sent, own, categories, result)
    result.arePlacesByName = sent.every((one) => typeof one === 'string')
  }
}

/**
 * The additional categories of a row as a body of the API has them. Those that are given by their names alone are listed
 * once, and at most as many as a product can have; all others are checked by the rules of a body.
 */
function readPlaces(
  sent: readonly unknown[],
  own: unknown,
  categories: FileCategories,
  { faults, notes }: RowCategories,
): unknown[] {
  const places: unknown[] = []
  for (const one of sent) {
    const { category, ...place } = typeof one === 'string' ? { category: one } : isJsonObject(one) ? one : {}
    if (typeof category !== 'string') {
      places.push(one)
      continue
    }
    const path = pathFor(category, place.id, notes)
    const named = readNamed(path, { id: place.id, field: 'additional_categories' })
    if ('faults' in named) {
      faults.push(...named.faults)
      continue
    }
    const { id } = named
    const isByName = typeof one === 'string'
    if (isByName && (id === own || places.some((other) => isJsonObject(other) && other.id === id))) continue
    if (isByName && places.length >= MOST_ADDITIONAL_CATEGORIES) {
      notes.push({ loss: 'category', detail: `the category ${quoted(category)}` })
      continue
    }
    noteCategory(named, categories, notes)
    places.push({ ...place, id })
  }
  return places
}

/** The names of the categories of a row, each behind those above it, its own first. */
function pathsOf(
  { categoryPath, category, fields }: ProductRow,
  isOfOtherSystem: boolean,
  notes: Note[],
): (readonly string[])[] {
  if (typeof category !== 'string') return []
  if (categoryPath?.at(-1) === category) return [categoryPath]
  if (fields.category_id !== undefined) return [pathFor(category, fields.category_id, notes)]
  const paths = categoryPathsOf(severalCategories(category, isOfOtherSystem), notes)
  return paths.length > 0 ? paths : [['']]
}

/** `Clothing > Shirts` is a path unless another id is given. */
function pathFor(category: string, id: unknown, notes: Note[]): readonly string[] {
  const path = categoryPathOf(category, notes)
  return id === undefined || id === categoryIdOf(path) ? path : [withoutTurns(category)]
}

/** A category by its id, and by its name behind those of the categories above it. */
interface NamedCategory {
  id: string
  path: readonly string[]
}

/** A category of this path and perhaps of an id of its own, or why there can be none. `field` is its field in the row. */
function readNamed(
  path: readonly string[],
  { id: given, field: named }: { id: unknown; field: string },
): NamedCategory | { faults: Fault[] } {
  const id = given ?? (path.length > 0 ? categoryIdOf(path) : undefined)
  const read = v.safeParse(newCategory, { id, name: path.at(-1) ?? '' })
  const above = path.slice(0, -1)
  const issues = above.flatMap((name) => v.safeParse(newCategory, { name }).issues ?? [])
  const { success, output } = read
  if (success && output.id !== undefined && issues.length === 0)
    return { id: output.id, path: [...above, output.name] }
  return {
    faults: schemaFaults([...(read.issues ?? []), ...issues]).map(({ field, detail }) => ({
      field: field === 'id' && named === 'category' ? 'category_id' : named,
      detail,
    })),
  }
}

/** Remembers a category and those above it; says so if another one has the same id. */
export function noteCategory({ id, path }: NamedCategory, categories: FileCategories, notes: Note[]): void {
  const above = path.slice(0, -1)
  const parent = above.length > 0 ? { id: categoryIdOf(above), path: above } : undefined
  if (parent) noteCategory(parent, categories, notes)
  const own = pathText(path)
  const first = categories.get(id)
  if (!first) categories.set(id, { name: path.at(-1) ?? '', parentId: parent?.id ?? null, path: own })
  if (!first || foldName(first.path) === foldName(own)) return
  const detail = `${quoted(first.path)} and ${quoted(own)} are one category: both have the id ${id}`
  if (!notes.some((note) => note.loss === 'category_merged')) notes.push({ loss: 'category_merged', detail })
}
