import type { JsonObject } from '../../../domain/body/json-object.ts'
import { quoted } from '../../../domain/text/quoted.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { categoryPathsOf, pathText } from '../category-path.ts'
import { withoutEntities } from '../html-text.ts'
import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'
import { cellReader, namesOf } from './columns.ts'
import type { Dialect, FileProduct, Orphan } from './dialect.ts'
import { descriptionOf, externalIdOf, picturesOf, tagsOf } from './parts.ts'
import { withoutShortcodes } from './shortcodes.ts'
import type { WeightUnit } from './weight.ts'
import { type AttributeColumns, columnsOf } from './woocommerce-columns.ts'
import { type Cell, isYes, partsOf, soldFields, type Work, writtenParts } from './woocommerce-rows.ts'
import { leaveAttributes, variationsOf } from './woocommerce-variations.ts'

/** WooCommerce's export of products, if this is its header: variations are rows that name their parent. */
export function openWooCommerce(header: readonly string[], first: SourceRow): Dialect | undefined {
  const found = columnsOf(header, first)
  if (!found) return undefined
  const { columns, attributes, weightUnit } = found
  const cell = cellReader(columns)
  return {
    source: 'woo',
    // It learns of columns of attributes and of plug-ins while it writes: rows before that are shorter.
    cells: Math.max(...[...columns.values()].map((column) => header.indexOf(column))) + 1,
    used: new Set([...columns.values(), ...attributes.flatMap(({ name, values }) => [name, values])]),
    long: {
      descriptions: namesOf(columns, ['description', 'shortText']),
      pictures: namesOf(columns, ['images']),
    },
    placeOf: (row) => placeOf(row, cell),
    productOf: (rows, rules) => productOf(rows, { ...rules, cell, attributes, weightUnit }),
  }
}

const typesOf = (row: SourceRow, cell: Cell) => partsOf((cell(row, 'type') ?? '').toLowerCase())

/** `variation`, and `subscription_variation` of a plug-in. */
const isVariation = (row: SourceRow, cell: Cell) =>
  typesOf(row, cell).some((type) => type.split('_').includes('variation'))

/** Others name a product by `id:44` or by its SKU, which a product that has no variations can have, too. */
function placeOf(row: SourceRow, cell: Cell) {
  if (isVariation(row, cell)) return { names: [], of: cell(row, 'parent') ?? '' }
  const [id, sku] = [cell(row, 'id'), cell(row, 'sku')]
  const isVariable = typesOf(row, cell).some((type) => type.startsWith('variable'))
  return { names: [...(id ? [`id:${id}`] : []), ...(sku && isVariable ? [sku] : [])] }
}

interface Rules {
  source: string
  orphan?: Orphan | undefined
  now: string
  cell: Cell
  attributes: readonly AttributeColumns[]
  weightUnit: WeightUnit | undefined
}

function productOf(
  rows: readonly SourceRow[],
  { source, orphan, now, cell, attributes, weightUnit }: Rules,
): FileProduct {
  // A parent may come behind its variations.
  const main = rows.find((row) => !isVariation(row, cell)) ?? rows[0]
  if (!main) throw new Error('a product has at least one row')
  const notes: Note[] = []
  const empty: string[] = []
  const work = { cell, notes, empty, now, weightUnit }
  const product = { number: main.number, line: main.line, notes, empty }
  if (orphan) {
    const parent = cell(main, 'parent')
    const why =
      orphan === 'ambiguous' ? 'which several products in this file match' : 'which is not in this file'
    const fault = parent ? `is a variation of ${parent}, ${why}` : 'is a variation without a parent'
    return { ...product, values: {}, fault }
  }
  const type = typesOf(main, cell).find((one) => one === 'grouped' || one === 'external')
  if (type) {
    const leftOut = `${type} products are not imported: they have no price of their own`
    return { ...product, values: commonFields(main, source, undefined, work), leftOut }
  }
  try {
    const variations = rows.filter((row) => row !== main)
    if (variations.length === 0) leaveAttributes(main, attributes, work)
    else leaveGtin(main, work)
    const sold =
      variations.length > 0
        ? variationsOf(main, variations, attributes, work)
        : { values: plainFields(main, work), lines: [] }
    const [categoryPath = [], ...others] = categoryPathsIn(main, work)
    const values = {
      ...commonFields(main, source, categoryPath.at(-1), work),
      // The column has all categories of a product.
      ...(categoryPath.length > 0 && { additional_categories: others.map(pathText) }),
      ...sold.values,
    }
    const isPlain = variations.length === 0 && typesOf(main, cell).includes('simple')
    const mark = isPlain && { isWithoutOptions: true as const }
    return { ...product, ...mark, values, lines: sold.lines, categoryPath }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...product, values: {}, fault: error.message }
  }
}

function commonFields(main: SourceRow, source: string, category: string | undefined, work: Work): JsonObject {
  const { cell, notes, empty } = work
  const [id, sku, name] = [cell(main, 'id'), cell(main, 'sku'), cell(main, 'name')]
  const [text, tags, images] = [textIn(main, work), cell(main, 'tags'), cell(main, 'images')]
  const own = id ?? sku
  const status = statusOf(main, work)
  const position = cell(main, 'position')
  const brand = brandOf(main, work)
  for (const [field, value] of Object.entries({ name, description: text, tags, images, brand }))
    if (value === null) empty.push(field)
  return {
    ...(own && { external_id: externalIdOf(source, own, notes) }),
    ...(name && { name: withoutEntities(name) }),
    ...(text && { description: descriptionOf(text, notes) }),
    ...(category && { category }),
    ...(tags && { tags: tagsOf(partsOf(tags), notes) }),
    ...(images && {
      images: picturesOf(picturesIn(images), notes),
    }),
    ...(status && { status }),
    ...(position && { position }),
    ...(brand && { brand }),
  }
}

/** A product with variations has a GTIN for each of them. */
function leaveGtin(main: SourceRow, { cell, notes }: Work): void {
  const gtin = cell(main, 'gtin')
  if (gtin) notes.push({ loss: 'gtin', detail: `${quoted(gtin)}: its variations have GTINs of their own` })
}

/** The first brand of a cell; a brand below another one is written behind it, as `Acme > Acme Kids`. */
function brandOf(main: SourceRow, { cell, notes }: Work): string | null | undefined {
  const written = cell(main, 'brands')
  if (!written) return written
  const [first = null, ...others] = partsOf(written).map(brandName)
  for (const other of others)
    notes.push({ loss: 'brand', detail: `${quoted(other)}: a product has one brand` })
  return first
}

const brandName = (part: string) => (part.split('>').at(-1) ?? '').trim()

const picturesIn = (cell: string) => writtenParts(cell).map((url) => ({ url }))

/** The description of a product, or else its short text: often there is only that. */
function textIn(main: SourceRow, { cell, notes }: Work): string | null | undefined {
  const plain = (text: string | null | undefined) =>
    text && (withoutShortcodes(withLineBreaks(text), notes).trim() || null)
  const long = plain(cell(main, 'description'))
  const short = cell(main, 'shortText')
  if (!long) return plain(short) ?? long
  if (short && short !== cell(main, 'description')) notes.push({ loss: 'short_text', detail: quoted(short) })
  return long
}

/** WooCommerce writes a line break as `\n`, and that text itself as `\\n`. */
const withLineBreaks = (text: string) =>
  text.replace(/\\?\\n/g, (written) => (written.length > 2 ? '\\n' : '\n'))

/** `Clothing > Shirts, Sale`. */
const categoryPathsIn = (main: SourceRow, { cell, notes }: Work): string[][] =>
  categoryPathsOf(partsOf(cell(main, 'categories') ?? ''), notes)

/** Published is 1, or as its importer reads it yes or true; private 0, a draft -1. What is hidden in the catalogue is shown to nobody who does not have its address. */
function statusOf(main: SourceRow, { cell, notes }: Work): string | undefined {
  const published = cell(main, 'published')
  if (!published) return undefined
  if (!isYes(published)) return 'draft'
  if (cell(main, 'visibility')?.toLowerCase() !== 'hidden') return 'active'
  notes.push({ loss: 'status', detail: 'is hidden in the catalogue of WooCommerce' })
  return 'draft'
}

function plainFields(main: SourceRow, work: Work): JsonObject {
  const sold = soldFields(main, work, undefined)
  for (const [name, value] of Object.entries(sold)) if (value === null) work.empty.push(name)
  return Object.fromEntries(Object.entries(sold).filter(([, value]) => value !== null))
}
