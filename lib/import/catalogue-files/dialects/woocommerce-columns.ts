import { isJsonObject } from '../../../domain/body/json-object.ts'
import type { SourceRow } from '../read/source-row.ts'
import { type Columns, findColumns, folded } from './columns.ts'
import { unitIn, type WeightUnit } from './weight.ts'
import { ATTRIBUTE_TITLES, type Name, TITLES, WEIGHT_TITLES } from './woocommerce-titles.ts'

/** The columns of one attribute. */
export interface AttributeColumns {
  name: string
  values: string
}

/** The columns of an export of WooCommerce. */
export interface WooCommerceColumns {
  columns: Columns<Name>
  attributes: readonly AttributeColumns[]
  /** The unit of the weights; undefined without a column of them. */
  weightUnit: WeightUnit | undefined
}

/** The columns of a file with this header and first row; undefined if it is not an export of WooCommerce. */
export function columnsOf(header: readonly string[], first: SourceRow): WooCommerceColumns | undefined {
  const titled = findColumns(header, TITLES)
  const shaped = columnsByShape(header, first)
  const columns = new Map<Name, string>([...(shaped ? placedIn(shaped.columns, titled) : []), ...titled])
  const weight = weightByTitle(header) ?? columns.get('weight')
  const weightUnit = weight === undefined ? undefined : unitIn(weight)
  if (weight !== undefined && weightUnit) columns.set('weight', weight)
  else columns.delete('weight')
  const isIts = (['type', 'name', 'published', 'price'] as const).every((name) => columns.has(name))
  if (!isIts) return undefined
  const attributes = attributesByTitle(header)
  return {
    columns,
    attributes: attributes.length > 0 ? attributes : (shaped?.attributes ?? []),
    weightUnit,
  }
}

/** The columns around those of the dates, in an export with the original order of columns. */
const AROUND_DATES = ['description', 'inStock'] as const

/** The columns by their places; without those of dates if titles say that other columns are there. */
function placedIn(placed: Columns<Name>, titled: Columns<Name>): [Name, string][] {
  const isMoved = AROUND_DATES.some((name) => titled.has(name) && titled.get(name) !== placed.get(name))
  return [...placed].filter(([name]) => !(isMoved && (name === 'saleStarts' || name === 'saleEnds')))
}

/** `Weight (kg)`, in the unit of the shop. */
function weightByTitle(header: readonly string[]): string | undefined {
  const titles: ReadonlySet<string> = new Set(WEIGHT_TITLES.map(folded))
  return header.find((column) => titles.has(folded(column.replace(/\([^()]+\)\s*$/, '(%s)'))))
}

/** `Attribute 1 name` and `Attribute 1 value(s)`, as many as there are. */
function attributesByTitle(header: readonly string[]): AttributeColumns[] {
  const find = (titles: readonly string[]) => {
    const found = new Map<string, string>()
    for (const column of header) {
      const [number = ''] = /\d+/.exec(column) ?? []
      const title = folded(column.replace(number, '%d'))
      if (number !== '' && titles.some((one) => folded(one) === title)) found.set(number, column)
    }
    return found
  }
  const values = find(ATTRIBUTE_TITLES.values)
  return [...find(ATTRIBUTE_TITLES.name)].flatMap(([number, name]) => {
    const of = values.get(number)
    return of === undefined ? [] : [{ name, values: of }]
  })
}

/** The columns from that of the visibility on, which is at 0: their places are the same in every language. */
const PLACES: Partial<Record<Name, number>> = {
  published: -2,
  name: -3,
  visibility: 0,
  shortText: 1,
  description: 2,
  saleStarts: 3,
  saleEnds: 4,
  inStock: 7,
  stock: 8,
  low: 9,
  backorders: 10,
  weight: 12,
  salePrice: 18,
  price: 19,
  categories: 20,
  tags: 21,
  images: 23,
  parent: 26,
  position: 32,
}

/** Words that are the same in every language. */
const TYPES = ['simple', 'variable', 'variation', 'grouped', 'external']
const VISIBILITIES = ['visible', 'catalog', 'search', 'hidden']

/**
 * The columns of a complete export in a language whose titles nobody here knows: the first are id, type and SKU, and the
 * visibility has a word that is not translated. Newer versions have a GTIN before the name.
 */
function columnsByShape(
  header: readonly string[],
  { values }: SourceRow,
): Omit<WooCommerceColumns, 'weightUnit'> | undefined {
  const cellAt = (place: number) => {
    const cell = isJsonObject(values) ? values[header[place] ?? ''] : undefined
    return typeof cell === 'string' ? cell.trim().toLowerCase() : ''
  }
  const isIts =
    /^\d+$/.test(cellAt(0)) &&
    cellAt(1)
      .split(/,\s*/)
      .some((type) => TYPES.includes(type))
  const visibility = [6, 7].find((place) => VISIBILITIES.includes(cellAt(place)))
  if (!isIts || visibility === undefined || header.length <= visibility + 32) return undefined
  const first = { id: -visibility, type: 1 - visibility, sku: 2 - visibility }
  const gtin = visibility === 7 && { gtin: 3 - visibility }
  const placed = Object.entries({ ...first, ...gtin, ...PLACES })
  const columns = new Map(placed.map(([name, place]) => [name as Name, header[visibility + place] ?? '']))
  return { columns, attributes: attributesByShape(header.slice(visibility + 33)) }
}

/** An attribute has four columns with its number, one after the other: name, values, visible, global; some have a default. */
function attributesByShape(rest: readonly string[]): AttributeColumns[] {
  const attributes: AttributeColumns[] = []
  // From the first of its digits alone: from each of them takes quadratic time.
  const numberIn = (column = '') => (column.includes(':') ? undefined : /(?<!\d)(\d+)\D*$/.exec(column)?.[1])
  for (let start = 0; start < rest.length; ) {
    const number = numberIn(rest[start])
    let end = start + 1
    while (number !== undefined && numberIn(rest[end]) === number) end++
    // The first download of a product has the number of the first attribute, and three columns before it.
    const begin = end - start >= 7 ? start + 3 : start
    const [name, of] = [rest[begin], rest[begin + 1]]
    if (number !== undefined && end - begin >= 4 && name !== undefined && of !== undefined)
      attributes.push({ name, values: of })
    start = end
  }
  return attributes
}
