import * as v from 'valibot'
import { categoryIdOf, categoryPathOf } from '../catalogue-files/category-path.ts'
import type { Note } from '../catalogue-files/note.ts'
import { isJsonObject } from '../domain/body/json-object.ts'
import { newCategory } from '../domain/category.ts'
import { foldName } from '../domain/text/name-order.ts'
import { quoted } from '../domain/text/quoted.ts'
import { type DuplicateSkus, withoutDuplicateSkus } from './duplicate-skus.ts'
import type { ImportDatabase } from './import-database.ts'
import type { Fault, FileCategory, PlannedRow, ProductRow } from './row.ts'
import { namesIn } from './write/row-identity.ts'
import { schemaFaults } from './write/schema-faults.ts'

export interface ImportPlan {
  /** How many products it has. */
  count: number
  database: ImportDatabase
  /** Every category that a row gives by name, and those above it, by their ids. */
  categories: ReadonlyMap<string, FileCategory>
  /** True if a product could not even be read, so that nobody knows which one it was. */
  hasUnknown: boolean
}

export interface PlanRules {
  /** The currency of the business. */
  currency: string
  /** Takes rows without external_id and SKU; each run makes new products of them. */
  allowUnkeyed: boolean
  /** The prefix of every external id. */
  source?: string | undefined
  /** The name of the category of new products whose row has none. */
  category?: string | undefined
  /** The fate of a row with a SKU that the file already had; it is refused if nothing is said. */
  duplicateSkus?: DuplicateSkus | undefined
}

/** The fields that are unique in a business. */
const UNIQUE = ['external_id', 'sku', 'slug'] as const

/**
 * Checks the products of a file together and puts them into the database. If two have the same key, the later one is
 * refused.
 */
export function planImport(
  products: Iterable<ProductRow>,
  rules: PlanRules,
  database: ImportDatabase,
): ImportPlan {
  const categories = new Map<string, FileCategory>()
  let count = 0
  let hasUnknown = false
  for (const read of products) {
    const named = withSource(read, rules.source)
    const row = rules.duplicateSkus === 'drop' ? withoutDuplicateSkus(named, database) : named
    const isKnown = row.isReadable && row.fields.external_id !== undefined
    if (!isKnown && row.leftOut === undefined) hasUnknown = true
    const planned = row.isReadable ? planRow(row, rules, { database, categories }) : row
    database.addPlanned({ ofNew: {}, ...planned })
    count++
  }
  return { count, database, categories, hasUnknown }
}

/** The state against which all products of a file are checked. */
interface Ledger {
  database: ImportDatabase
  /** By their ids, as the first row has them. */
  categories: Map<string, FileCategory>
}

function planRow(row: ProductRow, rules: PlanRules, { database, categories }: Ledger): PlannedRow {
  const ofCategory: Note[] = []
  const category = readCategory(row, ofCategory)
  const merged = category && 'id' in category ? noteCategory(category, categories) : undefined
  if (merged) ofCategory.push(merged)
  const faults = [
    ...row.faults,
    ...(category && 'faults' in category ? category.faults : []),
    ...foreignCurrency(row, rules.currency),
    ...unkeyed(row, rules.allowUnkeyed),
    ...repetitions(row, database),
  ]
  const category_id = category && 'id' in category ? category.id : undefined
  const fields = { ...row.fields, ...(category_id !== undefined && { category_id }) }
  const isWithout = rules.category !== undefined && !category && fields.category_id === undefined
  const id = isWithout && rules.category !== undefined ? categoryIdOf([rules.category]) : undefined
  if (id !== undefined && rules.category !== undefined)
    noteCategory({ id, path: [rules.category] }, categories)
  const notes = [...row.notes, ...ofCategory]
  return { ...row, fields, faults, notes, ofNew: id === undefined ? {} : { category_id: id } }
}

/** With its external id as that of a source, unless it is one already. */
function withSource(row: ProductRow, source: string | undefined): ProductRow {
  const { external_id } = row.fields
  const isOfSource =
    source === undefined || typeof external_id !== 'string' || external_id.startsWith(`${source}:`)
  return isOfSource ? row : { ...row, fields: { ...row.fields, external_id: `${source}:${external_id}` } }
}

/** A category by its id, and by its name behind those of the categories above it. */
interface NamedCategory {
  id: string
  path: readonly string[]
}

/** The category of a row; undefined if it has none by name. */
function readCategory(row: ProductRow, notes: Note[]): NamedCategory | { faults: Fault[] } | undefined {
  const { category, fields } = row
  if (category === undefined) return undefined
  const path = pathOf(row, notes)
  const id = fields.category_id ?? (path.length > 0 ? categoryIdOf(path) : undefined)
  const [own, ...above] = [path.at(-1) ?? category, ...path.slice(0, -1)]
  const read = v.safeParse(newCategory, { id, name: own })
  const issues = above.flatMap((name) => v.safeParse(newCategory, { name }).issues ?? [])
  const { success, output } = read
  if (success && output.id !== undefined && issues.length === 0)
    return { id: output.id, path: [...above, output.name] }
  return {
    faults: schemaFaults([...(read.issues ?? []), ...issues]).map(({ field, detail }) => ({
      field: field === 'id' ? 'category_id' : 'category',
      detail,
    })),
  }
}

/** The names above the category of a row, and its own. `Clothing > Shirts` is a path unless another id is given. */
function pathOf({ categoryPath, category, fields }: ProductRow, notes: Note[]): readonly string[] {
  if (typeof category !== 'string') return []
  if (categoryPath?.at(-1) === category) return categoryPath
  const path = categoryPathOf(category, notes)
  const isPath = fields.category_id === undefined || fields.category_id === categoryIdOf(path)
  return isPath ? path : [category]
}

/** Remembers a category and those above it; says so if another one has the same id. */
function noteCategory({ id, path }: NamedCategory, categories: Map<string, FileCategory>): Note | undefined {
  const above = path.slice(0, -1)
  const parent = above.length > 0 ? { id: categoryIdOf(above), path: above } : undefined
  const merged = parent && noteCategory(parent, categories)
  const own = path.join(' > ')
  const first = categories.get(id)
  if (!first) categories.set(id, { name: path.at(-1) ?? '', parentId: parent?.id ?? null, path: own })
  if (!first || foldName(first.path) === foldName(own)) return merged
  const detail = `${quoted(first.path)} and ${quoted(own)} are one category: both have the id ${id}`
  return { loss: 'category_merged', detail }
}

function foreignCurrency({ currency }: ProductRow, own: string): Fault[] {
  if (currency === undefined || (typeof currency === 'string' && currency.toUpperCase() === own)) return []
  return [{ field: 'currency', detail: `is ${quoted(String(currency))}, but the business sells in ${own}` }]
}

/** True if a second run would find the product of this row again. */
export const isKeyed = ({ fields }: Pick<ProductRow, 'fields'>) => Object.keys(namesIn(fields)).length > 0

function unkeyed(row: ProductRow, allowed: boolean): Fault[] {
  if (allowed || isKeyed(row)) return []
  const detail =
    'has no external_id, sku or slug, so a second run would not recognize it; add one, or use --allow-unkeyed'
  return [{ field: 'row', detail }]
}

const isKey = (value: unknown): value is string => typeof value === 'string' && value !== ''

function repetitions({ number, fields }: ProductRow, database: ImportDatabase): Fault[] {
  const variants = Array.isArray(fields.variants) ? fields.variants : []
  const values = [
    ...UNIQUE.map((field) => ({ field, unique: field, value: fields[field] })),
    ...variants.map((one: unknown, n) => ({
      field: `variants.${n}.sku`,
      unique: 'sku',
      value: isJsonObject(one) ? one.sku : undefined,
    })),
  ]
  return values.flatMap(({ field, unique, value }) => {
    if (!isKey(value)) return []
    const owner = database.claim(unique, value, number)
    return owner === number ? [] : [{ field, detail: `${quoted(value)} is already used in row ${owner}` }]
  })
}
