import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Note } from '../catalogue-files/note.ts'
import { isJsonObject } from '../domain/body/json-object.ts'
import { newCategory } from '../domain/category.ts'
import { foldName } from '../domain/text/name-order.ts'
import { quoted } from '../domain/text/quoted.ts'
import { slugCandidates } from '../domain/text/slug.ts'
import { type DuplicateSkus, withoutDuplicateSkus } from './duplicate-skus.ts'
import type { ImportDatabase } from './import-database.ts'
import type { Fault, PlannedRow, ProductRow } from './row.ts'
import { namesIn } from './write/row-identity.ts'
import { schemaFaults } from './write/schema-faults.ts'

export interface ImportPlan {
  /** How many products it has. */
  count: number
  database: ImportDatabase
  /** Id and name of every category that a row gives by name. */
  categoryNames: ReadonlyMap<string, string>
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
  const categories = new Map<string, FoundCategory>()
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
  const categoryNames = new Map([...categories].map(([id, { name }]) => [id, name]))
  return { count, database, categoryNames, hasUnknown }
}

/** The state against which all products of a file are checked. */
interface Ledger {
  database: ImportDatabase
  /** By their ids, as the first row has them. */
  categories: Map<string, FoundCategory>
}

/** A category as a row has it. */
interface FoundCategory {
  name: string
  /** The same with the names above it, where the file has them. */
  path: string
}

function planRow(row: ProductRow, rules: PlanRules, { database, categories }: Ledger): PlannedRow {
  const category = readCategory(row)
  const merged = category && 'id' in category ? noteCategory(category, pathOf(row), categories) : undefined
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
  const id = isWithout && rules.category !== undefined ? categoryIdOf(rules.category) : undefined
  if (id !== undefined && rules.category !== undefined)
    noteCategory({ id, name: rules.category }, undefined, categories)
  const notes = merged ? [...row.notes, merged] : row.notes
  return { ...row, fields, faults, notes, ofNew: id === undefined ? {} : { category_id: id } }
}

/** With its external id as that of a source, unless it is one already. */
function withSource(row: ProductRow, source: string | undefined): ProductRow {
  const { external_id } = row.fields
  const isOfSource =
    source === undefined || typeof external_id !== 'string' || external_id.startsWith(`${source}:`)
  return isOfSource ? row : { ...row, fields: { ...row.fields, external_id: `${source}:${external_id}` } }
}

type NamedCategory = { id: string; name: string }

function readCategory({ category, fields }: ProductRow): NamedCategory | { faults: Fault[] } | undefined {
  if (category === undefined) return undefined
  const id = fields.category_id ?? (typeof category === 'string' ? categoryIdOf(category) : undefined)
  const { success, output, issues } = v.safeParse(newCategory, { id, name: category })
  if (success && output.id !== undefined) return { id: output.id, name: output.name }
  const faults = schemaFaults(issues ?? [])
  return {
    faults: faults.map(({ field, detail }) => ({
      field: field === 'id' ? 'category_id' : 'category',
      detail,
    })),
  }
}

/** The id of a category of this name: the same on every run, also where the slug rule leaves it to chance. */
function categoryIdOf(name: string): string {
  const digest = createHash('sha256').update(name.normalize('NFC')).digest()
  const suffix = digest.readUIntBE(0, 6).toString(36).padStart(6, '0').slice(-6)
  return slugCandidates(name, () => suffix, 'category').next().value
}

/** The names above the category of a row, and its own; none if the row got its category in another way. */
const pathOf = ({ categoryPath, category }: ProductRow) =>
  categoryPath?.at(-1) === category ? categoryPath : undefined

/** Remembers a category under its first name; says so if another one, or one below other names, has the same id. */
function noteCategory(
  { id, name }: NamedCategory,
  above: readonly string[] = [name],
  categories: Map<string, FoundCategory>,
): Note | undefined {
  const path = above.join(' > ')
  const first = categories.get(id)
  if (!first) categories.set(id, { name, path })
  if (!first || foldName(first.path) === foldName(path)) return undefined
  const detail = `${quoted(first.path)} and ${quoted(path)} are one category: both have the id ${id}`
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
