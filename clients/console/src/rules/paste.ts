import { type Column, columnNamed } from './columns.ts'
import type { Change } from './edits.ts'
import type { Row } from './rows.ts'

/** Where a block is pasted: the selected rows and columns, the rows below them, and the columns from the first one on. */
export interface PastePlace {
  /** The rows in view, from the first selected one on. */
  rows: readonly Row[]
  /** The columns, from the first selected one on. */
  columns: readonly Column[]
  /** How many rows and columns are selected. */
  selected: { rows: number; columns: number }
  rowsBySku: ReadonlyMap<string, Row>
  nameOf: (row: Row) => string
}

export interface Pasted {
  changes: Change[]
  /** Where the block went, in one sentence, and everything of it that went nowhere. */
  said: string
}

/** The columns of a block: which has the SKUs, and which of the table the others are. */
interface Layout {
  sku: number
  columns: (Column | undefined)[]
  /** The rows without the header. */
  rows: readonly string[][]
  /** Titles that no column has. */
  unknown: string[]
}

/**
 * The changes that a pasted block makes. With a column of SKUs each line goes to the row with its SKU, in whatever
 * order they are. Only without one does the block go to the selected place.
 */
export function pasteOf(block: readonly string[][], place: PastePlace): Pasted {
  const only = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined
  if (only !== undefined) return filled(only, place)
  const layout = layoutOf(block, place)
  if (layout) return bySku(layout, place)
  // By position the prices of a list would be in the rows of other products.
  return isList(block, place)
    ? { changes: [], said: 'Nothing pasted: title the SKUs “sku”, or paste cells without titles.' }
    : byPlace(block, place)
}

/** True for a block with titles, or with some SKUs before other cells. */
function isList(block: readonly string[][], place: PastePlace): boolean {
  const [first = []] = block
  const isTitled = block.length > 1 && first.every(columnNamed)
  return isTitled || (knownSkus(block, place).known > 0 && block.some((cells) => cells.length > 1))
}

/** The texts of a block that can be SKUs; empty for one column without the title `sku`. */
export function possibleSkus(block: readonly string[][], place: PastePlace): string[] {
  const [first = []] = block
  const layout = layoutOf(block, place)
  if (!layout && first.length < 2) return []
  return layout ? textsIn(layout.rows, layout.sku) : textsIn(block)
}

/** The texts of a column of a block; the first one if none is given. */
const textsIn = (rows: readonly string[][], column = 0): string[] =>
  rows.flatMap((cells) => cells[column] || [])

/** One cell goes into every selected one. */
function filled(text: string, { rows, columns, selected }: PastePlace): Pasted {
  const some = columns.slice(0, selected.columns)
  const changes = rows
    .slice(0, selected.rows)
    .flatMap((row) => some.map((column): Change => ({ row, column, text })))
  return { changes, said: changes.length > 1 ? `Pasted into ${changes.length} cells.` : '' }
}

function layoutOf(block: readonly string[][], place: PastePlace): Layout | undefined {
  const [first = [], ...others] = block
  const named = first.map((title) => columnNamed(title))
  const sku = named.findIndex((column) => column?.name === 'sku')
  if (sku >= 0 && others.length > 0)
    return {
      sku,
      columns: named.map((column, n) => (n === sku ? undefined : column)),
      rows: others,
      unknown: first.filter((title, n) => title !== '' && !named[n]),
    }
  const { known, count } = knownSkus(block, place)
  // A list of SKUs has at least half of them here.
  if (first.length < 2 || known === 0 || known * 2 < count) return undefined
  const targets = place.columns.filter(({ name }, n) => n > 0 || name !== 'sku')
  return { sku: 0, columns: [undefined, ...targets], rows: block, unknown: [] }
}

/** How many texts the first column has, and how many of them are SKUs of the shop. */
function knownSkus(block: readonly string[][], { rowsBySku }: PastePlace): { known: number; count: number } {
  const texts = textsIn(block)
  return { known: texts.filter((text) => rowsBySku.has(text)).length, count: texts.length }
}

function bySku({ sku, columns, rows, unknown: strange }: Layout, { rowsBySku }: PastePlace): Pasted {
  const skus = textsIn(rows, sku)
  const doubled = [...new Set(skus.filter((text, n) => skus.indexOf(text) !== n))]
  const unknown = [...new Set(skus.filter((text) => !rowsBySku.has(text)))]
  const found = rows.filter((row) => rowsBySku.has(row[sku] ?? '') && !doubled.includes(row[sku] ?? ''))
  const changes = found.flatMap((cells) => inRow(rowsBySku.get(cells[sku] ?? ''), columns, cells))
  const titles = columns.slice(0, rows[0]?.length).flatMap((column) => column?.title ?? [])
  const said = [
    `Pasted into ${found.length} rows, found by their SKUs: ${titles.join(', ') || 'nothing'}.`,
    listed('No row has these SKUs', unknown),
    listed('These SKUs are in the list more than once, and were left alone', doubled),
    listed('These columns are not here', strange),
  ]
  return { changes, said: said.filter(Boolean).join(' ') }
}

/** The changes of a line of the block, in the columns that it has here. */
const inRow = (
  row: Row | undefined,
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
): Change[] =>
  cells.flatMap((text, n) => {
    const column = columns[n]
    return row && column ? [{ row, column, text }] : []
  })

const MOST_NAMED = 10

function listed(words: string, texts: readonly string[]): string {
  if (texts.length === 0) return ''
  const more = texts.length > MOST_NAMED ? `, and ${texts.length - MOST_NAMED} more` : ''
  return `${words}: ${texts.slice(0, MOST_NAMED).join(', ')}${more}.`
}

function byPlace(block: readonly string[][], { rows, columns, nameOf }: PastePlace): Pasted {
  const fitting = block.slice(0, rows.length)
  const changes = fitting.flatMap((cells, r) => inRow(rows[r], columns, cells))
  const [first, last] = [rows[0], rows[fitting.length - 1]]
  const width = Math.min(columns.length, Math.max(0, ...block.map((cells) => cells.length)))
  const where =
    first && last ? `${fitting.length} × ${width} from “${nameOf(first)}” to “${nameOf(last)}”` : 'no cell'
  const left = block.length - fitting.length
  return {
    changes,
    said: `Pasted by position: ${where}. Ctrl-Z undoes it.${left > 0 ? ` ${left} rows did not fit.` : ''}`,
  }
}
