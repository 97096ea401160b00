import type { JsonObject } from '../../../domain/body/json-object.ts'
import { canBeProductSlug } from '../../../domain/text/slug.ts'
import { normalLine } from '../../../domain/text/text.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { categoriesIn, categoryPathsOf, pathText } from '../category-path.ts'
import { entriesOf } from '../entries.ts'
import type { Note } from '../note.ts'
import type { SourceRow } from '../read/source-row.ts'
import { cellReader, findColumns, namesOf } from './columns.ts'
import type { Dialect, FileProduct } from './dialect.ts'
import { descriptionOf, earlierPriceOf, externalIdOf, picturesOf, tagsOf } from './parts.ts'
import { isOnlyValue, isWithoutOptions, OPTION_TITLES, OPTIONS } from './shopify-options.ts'
import { GRAM, gramsOf } from './weight.ts'

/** The titles of Shopify's export, those of its template of 2024 last, whatever their case. */
const TITLES = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  taxonomy: ['Product Category'],
  type: ['Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  ...OPTION_TITLES,
  sku: ['Variant SKU', 'Sku'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  backorder: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  earlierPrice: ['Variant Compare At Price', 'Compare-at price'],
  cost: ['Cost per item'],
  barcode: ['Variant Barcode', 'Barcode', 'Variant Barcodes'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  mpn: ['Google Shopping / MPN', 'Google Shopping / Manufacturer part number (MPN)'],
  condition: ['Google Shopping / Condition'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
  giftCard: ['Gift Card'],
  variantImage: ['Variant Image', 'Variant image URL'],
} as const
type Name = keyof typeof TITLES

const WITHOUT_QUANTITIES =
  'this file has no column of quantities: no stock is changed, and what is new is not tracked. Shopify leaves it out of shops with several locations: export their inventory too, and import that file after this one'

type Cell = ReturnType<typeof cellReader<Name>>

/** Shopify's export of products, if this is its header: rows with one handle are one product, its variants and images. */
export function openShopify(header: readonly string[]): Dialect | undefined {
  const columns = findColumns(header, TITLES)
  const isIts = (['handle', 'title', 'price', 'value1'] as const).every((name) => columns.has(name))
  if (!isIts) return undefined
  const cell = cellReader(columns)
  return {
    source: 'shopify',
    hasBareCells: true,
    used: new Set(columns.values()),
    long: { descriptions: namesOf(columns, ['body']), pictures: [] },
    ...(!columns.has('quantity') && { warning: WITHOUT_QUANTITIES }),
    placeOf(row) {
      const handle = cell(row, 'handle')
      return handle ? { names: [handle], of: handle } : { names: [] }
    },
    productOf: (rows, { source }) => productOf(rows, source, cell),
  }
}

function productOf(rows: readonly SourceRow[], source: string, cell: Cell): FileProduct {
  const [first] = rows
  if (!first) throw new Error('a product has at least one row')
  const main = rows.find((row) => cell(row, 'title')) ?? first
  const { number, line } = first
  const notes: Note[] = []
  const empty: string[] = []
  const product = { number, line, notes, empty }
  const handle = cell(main, 'handle')
  if (!handle) return { ...product, values: {}, fault: 'has no handle' }
  try {
    const variants = rows.filter((row) => row === main || isVariant(row, cell))
    const [categoryPath = [], ...others] = categoryPathsOf(categoriesOf(main, cell), notes)
    const common = commonFields(main, handle, { source, category: categoryPath.at(-1), cell, notes, empty })
    if (isGiftCard(rows, cell))
      return { ...product, values: common, address: handle, leftOut: 'is a gift card, which does not move' }
    const images = imagesOf(rows, cell, notes)
    if (images?.length === 0) empty.push('images')
    const sold = soldFields(main, variants, { cell, notes, empty })
    const values = {
      ...common,
      ...(others.length > 0 && { additional_categories: others.map(pathText) }),
      ...(images?.length && { images }),
      ...sold,
    }
    const lines = variants.map((row) => row.line ?? 0)
    const isPlain = !('variants' in sold) && isOnlyValue(cell(main, 'value1'))
    const mark = isPlain && { isWithoutOptions: true as const }
    return { ...product, ...mark, values, lines, address: handle, categoryPath }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...product, values: {}, fault: error.message }
  }
}

const isGiftCard = (rows: readonly SourceRow[], cell: Cell) =>
  rows.some((row) => cell(row, 'giftCard')?.toLowerCase() === 'true')

/** The one category of Shopify's own taxonomy, or else those that the merchant has written. */
function categoriesOf(main: SourceRow, cell: Cell): string[] {
  const taxonomy = cell(main, 'taxonomy')
  return taxonomy ? [taxonomy] : categoriesIn(cell(main, 'type') ?? '')
}

/** Other rows of a product hold one more image of it. */
const isVariant = (row: SourceRow, cell: Cell) =>
  (['price', 'value1', 'sku'] as const).some((name) => cell(row, name))

interface Work {
  cell: Cell
  notes: Note[]
  /** Takes the names of fields whose cell is blank. */
  empty: string[]
}

function commonFields(
  main: SourceRow,
  handle: string,
  { source, category, cell, notes, empty }: Work & { source: string; category: string | undefined },
) {
  const [name, body, tags] = [cell(main, 'title'), cell(main, 'body'), cell(main, 'tags')]
  const slug = handle.toLowerCase()
  if (name === null) empty.push('name')
  if (body === null) empty.push('description')
  if (tags === null) empty.push('tags')
  const [brand, condition] = [cell(main, 'vendor'), cell(main, 'condition')]
  if (brand === null) empty.push('brand')
  if (condition === null) empty.push('condition')
  const status = statusOf(main, cell, notes)
  return {
    external_id: externalIdOf(source, handle, notes),
    ...(canBeProductSlug(slug) && { slug }),
    ...(name && { name }),
    ...(body && { description: descriptionOf(body, notes) }),
    ...(category && { category }),
    ...(tags && {
      tags: tagsOf(entriesOf(tags, ','), notes),
    }),
    ...(status && { status }),
    ...(brand && { brand }),
    ...(condition && { condition }),
  }
}

/** The status of a product; one that Shopify's online store does not show becomes a draft. */
function statusOf(main: SourceRow, cell: Cell, notes: Note[]): string | undefined {
  const status = cell(main, 'status')?.toLowerCase()
  const isPublished = cell(main, 'published')?.toLowerCase()
  if (status === 'archived') return status
  if (status === 'unlisted') {
    notes.push({ loss: 'status', detail: 'is unlisted in Shopify: shown only to people with its address' })
    return 'draft'
  }
  if (isPublished === 'false') return 'draft'
  return status ?? (isPublished ? 'active' : undefined)
}

function imagesOf(rows: readonly SourceRow[], cell: Cell, notes: Note[]) {
  if (rows.every((row) => cell(row, 'image') === undefined)) return undefined
  const found = rows.flatMap((row) => {
    const url = cell(row, 'image')
    const alt = cell(row, 'imageAlt')
    const position = Number(cell(row, 'imagePosition') ?? Number.NaN)
    // Those without a readable position keep their order behind the others.
    const place = Number.isFinite(position) ? position : Number.MAX_VALUE
    return url ? [{ place, picture: { url, ...(alt && { alt }) } }] : []
  })
  const inOrder = found.sort((a, b) => a.place - b.place)
  return picturesOf(
    inOrder.map(({ picture }) => picture),
    notes,
  )
}

/** Options and variants, or what a product without options has of its own. */
function soldFields(main: SourceRow, variants: readonly SourceRow[], work: Work): JsonObject {
  const { cell, empty } = work
  const names = OPTIONS.flatMap(([name, value]) => {
    const title = cell(main, name)
    return title ? [{ title, value }] : []
  })
  const [only] = names
  const isPlain =
    variants.length === 1 && isWithoutOptions(cell(main, 'name1'), cell(main, 'value1'), cell(main, 'name2'))
  if (isPlain) {
    const mpn = cell(main, 'mpn')
    const sold = { ...variantFields(main, work), ...(mpn !== undefined && { mpn }) }
    for (const [name, value] of Object.entries(sold)) if (value === null) empty.push(name)
    return Object.fromEntries(Object.entries(sold).filter(([, value]) => value !== null))
  }
  if (only === undefined)
    throw new Unreadable(`has ${variants.length} rows with a price, and no column names an option of them`)
  const valueIn = (row: SourceRow, value: (typeof OPTIONS)[number][1]) => normalLine(cell(row, value) ?? '')
  // Shopify writes the number of a product in its first row alone: without one, blank cells say nothing.
  const hasMpn = variants.some((row) => cell(row, 'mpn'))
  return {
    options: names.map(({ title, value }) => ({
      name: title,
      values: [...new Set(variants.map((row) => valueIn(row, value)))],
    })),
    variants: variants.map((row) => {
      const [image, mpn] = [cell(row, 'variantImage'), cell(row, 'mpn')]
      const option_values = Object.fromEntries(names.map(({ title, value }) => [title, valueIn(row, value)]))
      return {
        option_values,
        ...variantFields(row, work),
        ...(hasMpn && { mpn: mpn ?? null }),
        ...(image && { image: { url: image } }),
      }
    }),
  }
}

/** A member that is null has a blank cell. */
function variantFields(row: SourceRow, { cell, notes }: Work): JsonObject {
  const [price, sku, cost] = [cell(row, 'price') ?? null, cell(row, 'sku'), cell(row, 'cost')]
  const [earlier, gtin] = [cell(row, 'earlierPrice'), cell(row, 'barcode')]
  const weight_grams = gramsOf(cell(row, 'grams'), GRAM)
  return {
    price,
    ...(earlier !== undefined && { compare_at_price: earlierPriceOf(earlier, price, notes) }),
    ...(sku !== undefined && { sku }),
    ...(cost !== undefined && { cost }),
    ...(gtin !== undefined && { gtin }),
    ...(weight_grams !== undefined && { weight_grams }),
    ...stockFields(row, cell),
  }
}

/** Without a tracker Shopify sells without counting. A file without quantities does not say that there are none. */
function stockFields(row: SourceRow, cell: Cell): JsonObject {
  const [tracker, quantity] = [cell(row, 'tracker'), cell(row, 'quantity')]
  if (tracker === undefined && quantity === undefined) return {}
  if (tracker === null || (tracker === undefined && quantity === null)) return { track_inventory: false }
  const backorder = cell(row, 'backorder')?.toLowerCase()
  return {
    allow_backorder: backorder === 'continue' || backorder === 'true',
    ...(quantity !== undefined && { track_inventory: true, quantity: quantity ?? '0' }),
  }
}
