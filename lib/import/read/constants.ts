import * as v from 'valibot'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { newCategory } from '../../domain/category.ts'
import { newProduct, PRODUCT } from '../../domain/products/product.ts'
import { PRODUCT_TRADE } from '../../domain/products/trade.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { categoryIdOf, categoryPathOf } from '../catalogue-files/category-path.ts'
import type { FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { ImportRefused } from '../import-refused.ts'
import { type OptionStyle, onCommandLine } from '../option-style.ts'
import type { EachProduct } from './looks.ts'
import type { FieldMapping } from './mapping.ts'
import { type ReadingRules, readProductRow } from './product-row.ts'

const NOTHING = {
  sources: new Map(),
  explicit: new Map(),
  matched: new Map(),
  leftOut: new Set<string>(),
  pictures: [],
  ignored: [],
}

/**
 * Throws an `ImportRefused` for a value of `--set` that no product can have: it would be an error of every row.
 */
export function requireConstants(
  { constants }: FieldMapping,
  rules: ReadingRules,
  option: OptionStyle = onCommandLine,
): void {
  const row = { number: 0, line: null, values: {}, notes: [] }
  for (const [field, value] of constants) {
    const mapping: FieldMapping = { ...NOTHING, constants: new Map([[field, value]]) }
    const { faults, notes, fields, category } = readProductRow(row, mapping, rules)
    const left = notes.filter(({ loss }) => loss in PRODUCT_TRADE)
    const [detail] = [...[...faults, ...left].map((one) => one.detail), ...brokenRules(fields, category)]
    if (detail !== undefined)
      throw new ImportRefused('unusable_parameters', `${option('set', `${field}=${value}`)}: ${detail}`)
  }
}

/** Throws an `ImportRefused` for a name of the category of new products that no category can have. */
export function requireCategory(category: string | undefined, option: OptionStyle = onCommandLine): void {
  const why = category === undefined ? undefined : whyNoCategory(category)
  if (category !== undefined && why !== undefined)
    throw new ImportRefused('unusable_parameters', `${option('category', quoted(category))}: ${why}`)
}

function whyNoCategory(category: string): string | undefined {
  try {
    const path = categoryPathOf(category, [])
    const above = path.slice(0, -1).map((name) => ({ name }))
    const all = [...above, { id: categoryIdOf(path), name: path.at(-1) ?? '' }]
    return all.flatMap((one) => v.safeParse(newCategory, one).issues ?? [])[0]?.message
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
}

/** Throws an `ImportRefused` if the file has a price that `--set price` would replace, which is hardly ever meant. */
export async function requireNoPrices(
  each: EachProduct,
  { sources, constants, leftOut }: FieldMapping,
  option: OptionStyle,
): Promise<void> {
  const columns = ['price', sources.get('price') ?? 'price']
  if (leftOut.has('price')) return
  const hasPrice = ({ values }: FileProduct) => {
    if (!isJsonObject(values)) return false
    const variants: unknown[] = Array.isArray(values.variants) ? values.variants : []
    return [values, ...variants].some((one) => isJsonObject(one) && columns.some((name) => isSaid(one[name])))
  }
  for await (const isPriced of each(hasPrice)) {
    if (!isPriced) continue
    throw new ImportRefused(
      'unusable_parameters',
      `${option('set', `price=${constants.get('price')}`)} would replace the prices of the file; for products without a price: ${option('without-price', 'draft')}; to replace all prices, add ${option('map', 'price=')}`,
    )
  }
}

const isSaid = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/** The rules of the API that these fields break, or this name of a category. */
function brokenRules(fields: Readonly<Record<string, unknown>>, category: unknown): string[] {
  const { quantity: _, ...rest } = fields
  const product = v.safeParse(newProduct, { ...PRODUCT.sample, ...rest }).issues ?? []
  const named = category === undefined ? [] : (v.safeParse(newCategory, { name: category }).issues ?? [])
  return [...product, ...named].map(({ message }) => message)
}
