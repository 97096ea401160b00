import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { newCategory } from '../../domain/category.ts'
import { foldName } from '../../domain/name-order.ts'
import { quoted } from '../../domain/quoted.ts'
import { slugCandidates } from '../../domain/slug.ts'
import { isObject } from './field-readers.ts'
import type { Fault, ProductRow } from './product-row.ts'
import { namesIn } from './row-identity.ts'
import { schemaFaults } from './schema-faults.ts'

/** A row that knows its category's id and all that can be said of it without asking the table. */
export type PlannedRow = Pick<ProductRow, 'number' | 'line' | 'isReadable' | 'fields' | 'emptied'> & {
  faults: readonly Fault[]
}

export interface ImportPlan {
  rows: PlannedRow[]
  /** Id and name of every category that a row gives by name. */
  categoryNames: ReadonlyMap<string, string>
  notices: string[]
}

export interface PlanRules {
  /** The currency of the business. */
  currency: string
  /** Takes rows without external_id and SKU; each run makes new products of them. */
  allowUnkeyed: boolean
}

/** The fields that are unique in a business. */
const UNIQUE = ['external_id', 'sku', 'slug'] as const

/** Checks the rows of a file together. If two rows have the same key, the later one is refused. */
export function planImport(rows: readonly ProductRow[], rules: PlanRules): ImportPlan {
  const owners = new Map<string, number>()
  const categoryNames = new Map<string, string>()
  const notices = new Set<string>()
  const planned = rows.map((row): PlannedRow => {
    if (!row.isReadable) return row
    const category = readCategory(row)
    if (category && 'id' in category) notices.add(noteCategory(category, categoryNames))
    const faults = [
      ...row.faults,
      ...(category && 'faults' in category ? category.faults : []),
      ...foreignCurrency(row, rules.currency),
      ...unkeyed(row, rules.allowUnkeyed),
      ...repetitions(row, owners),
    ]
    const category_id = category && 'id' in category ? category.id : undefined
    const fields = { ...row.fields, ...(category_id !== undefined && { category_id }) }
    return { ...row, fields, faults }
  })
  return { rows: planned, categoryNames, notices: [...notices].filter(Boolean) }
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
  return slugCandidates(name, () => suffix).next().value
}

/** Remembers a category under its first name; says so if another name leads to the same id. */
function noteCategory({ id, name }: NamedCategory, names: Map<string, string>): string {
  const first = names.get(id) ?? name
  names.set(id, first)
  return foldName(first) === foldName(name)
    ? ''
    : `${quoted(first)} and ${quoted(name)} are one category: both have the id ${id}`
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

function repetitions({ number, fields }: ProductRow, owners: Map<string, number>): Fault[] {
  const variants = Array.isArray(fields.variants) ? fields.variants : []
  const values = [
    ...UNIQUE.map((field) => ({ field, unique: field, value: fields[field] })),
    ...variants.map((one: unknown, n) => ({
      field: `variants.${n}.sku`,
      unique: 'sku',
      value: isObject(one) ? one.sku : undefined,
    })),
  ]
  return values.flatMap(({ field, unique, value }) => {
    if (!isKey(value)) return []
    const claim = `${unique} ${value}`
    const owner = owners.get(claim)
    if (owner !== undefined) return [{ field, detail: `${quoted(value)} is already used in row ${owner}` }]
    owners.set(claim, number)
    return []
  })
}
