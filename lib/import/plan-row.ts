/** Plans a row of a file after the rows before it, without reading the table. */

import { isJsonObject } from '../domain/body/json-object.ts'
import type { DuplicateSkus, WithoutPrice } from '../domain/imports/import-words.ts'
import { isExternalId } from '../domain/products/product.ts'
import { quoted } from '../domain/text/quoted.ts'
import { askedSlugOf } from './asked-slug.ts'
import { categoryIdOf, categoryPathOf } from './catalogue-files/category-path.ts'
import { withoutDuplicateSkus } from './duplicate-skus.ts'
import type { Claims } from './import-database.ts'
import type { Fault, PlannedRow, ProductRow } from './row.ts'
import { type FileCategories, noteCategory, readCategories } from './row-categories.ts'
import { isKeyed } from './row-names.ts'
import { withoutPrice } from './without-price.ts'

export interface PlanRules {
  /** The currency of the business. */
  currency: string
  /** Takes rows without external_id and SKU; each run makes new products of them. Undefined where nobody can say so. */
  allowUnkeyed?: boolean | undefined
  /** The prefix of every external id. */
  source?: string | undefined
  /** The name of the category of new products without one. */
  category?: string | undefined
  /** True of an export of another shop system. */
  isOfOtherSystem?: boolean | undefined
  /** The fate of a row with a SKU that the file already had; it is refused if nothing is said. */
  duplicateSkus?: DuplicateSkus | undefined
  /** The fate of a row without a price; it is refused if nothing is said. */
  withoutPrice?: WithoutPrice | undefined
}

/** The state against which all products of a file are checked. */
export interface Ledger {
  database: Claims
  categories: FileCategories
}

/** The fields that are unique in a business. */
const UNIQUE = ['external_id', 'sku', 'slug'] as const

/** A row with everything that can be said of it without asking the table, and with its conflicts with earlier rows. */
export function planRow(read: ProductRow, rules: PlanRules, ledger: Ledger): PlannedRow {
  const named = withSource(read, rules.source)
  const row = rules.duplicateSkus === 'drop' ? withoutDuplicateSkus(named, ledger.database) : named
  const planned = { ofNew: {}, ...(row.isReadable ? checkRow(row, rules, ledger) : row) }
  return rules.withoutPrice === 'draft' ? withoutPrice(planned) : planned
}

/** True if nobody can say which product a row is about, though it is not left out on purpose. */
export const isUnknown = ({ isReadable, fields: { external_id }, leftOut }: PlannedRow): boolean =>
  leftOut === undefined && !(isReadable && isKey(external_id) && isExternalId(external_id))

/** A row with its categories, and with all faults that the rest of the file shows. */
function checkRow(row: ProductRow, rules: PlanRules, { database, categories }: Ledger): PlannedRow {
  const named = readCategories(row, categories, rules.isOfOtherSystem === true)
  const fields = { ...row.fields, ...named.fields }
  const faults = [
    ...row.faults,
    ...named.faults,
    ...foreignCurrency(row, rules.currency),
    ...unkeyed(row, rules.allowUnkeyed),
    ...repetitions(row, database),
  ]
  const isWithout = row.category === undefined && fields.category_id === undefined
  const path = isWithout && rules.category !== undefined ? categoryPathOf(rules.category, []) : []
  const ofNew = path.length > 0 ? { category_id: categoryIdOf(path) } : {}
  const askedSlug = row.leftOut === undefined ? askedSlugOf(row, database) : undefined
  if (ofNew.category_id !== undefined) noteCategory({ id: ofNew.category_id, path }, categories, [])
  return {
    ...row,
    fields,
    faults,
    notes: [...row.notes, ...named.notes],
    ofNew,
    ...(askedSlug !== undefined && { askedSlug }),
    arePlacesByName: named.arePlacesByName,
  }
}

/** With its external id, if it has one, as that of a source, unless it is one already. */
function withSource(row: ProductRow, source: string | undefined): ProductRow {
  const { external_id } = row.fields
  const isWhole = source === undefined || !isKey(external_id) || external_id.startsWith(`${source}:`)
  return isWhole ? row : { ...row, fields: { ...row.fields, external_id: `${source}:${external_id}` } }
}

function foreignCurrency({ currency }: ProductRow, own: string): Fault[] {
  if (currency === undefined || (typeof currency === 'string' && currency.toUpperCase() === own)) return []
  const said = typeof currency === 'object' ? 'not a text' : quoted(String(currency))
  return [{ field: 'currency', detail: `is ${said}, but the business sells in ${own}` }]
}

function unkeyed(row: ProductRow, allowed: boolean | undefined): Fault[] {
  if (allowed || isKeyed(row)) return []
  const advice = allowed === undefined ? 'add one' : 'add one, or use --allow-unkeyed'
  return [
    {
      field: 'row',
      detail: `has no external_id, sku or slug, so a second run would not recognize it; ${advice}`,
    },
  ]
}

const isKey = (value: unknown): value is string => typeof value === 'string' && value !== ''

function repetitions({ number, fields }: ProductRow, database: Claims): Fault[] {
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
