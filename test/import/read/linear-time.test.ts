import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../lib/domain/text/unreadable.ts'
import {
  categoriesIn,
  categoryPathsOf,
  severalCategories,
} from '../../../lib/import/catalogue-files/category-path.ts'
import { earlierPriceOf } from '../../../lib/import/catalogue-files/dialects/parts.ts'
import { withoutShortcodes } from '../../../lib/import/catalogue-files/dialects/shortcodes.ts'
import { GRAM, gramsOf } from '../../../lib/import/catalogue-files/dialects/weight.ts'
import { partsOf, writtenParts } from '../../../lib/import/catalogue-files/dialects/woocommerce-rows.ts'
import { entriesOf } from '../../../lib/import/catalogue-files/entries.ts'
import { textOfHtml, withoutEntities } from '../../../lib/import/catalogue-files/html-text.ts'
import { FIELD_READERS } from '../../../lib/import/read/field-readers.ts'
import type { FieldReader, RowRules } from '../../../lib/import/read/row-rules.ts'
import { withoutControlsIn } from '../../../lib/import/read/without-controls.ts'

/** As many as the cell of a field has at most. */
const MOST = 100_000

/** Blanks, and the marks between the parts of a list, a path or an address. */
const BETWEEN = ' |\t|\n|\r|\r\n|\u00a0| \n|,|, |;|>| > |a > b, |\\|\\,|\\n|/|://|https://|a:|~mv2'.split('|')

/** The beginnings and ends of tags, entities, shortcodes and quotes. */
const MARKUP =
  '[|[a|[a]|[/a]|]|"|\'|’|<|<a|<p>|<br>|<li>|<td>|<!--|<a href="|</|&|&amp|&amp;|&#1|&#38;|(|{'.split('|')

/** The characters in numbers and around them, and some of any text. */
const IN_NUMBERS =
  '.|. |a. |-|0|1|1.|1,000|.000| 000|e|E+1|\u0663|kr|€|$|=|~|#|_|%|A|é|\u202a|\u0007|\ud83d\ude00'.split('|')

/** Every character, or run of them, that a reader looks for. */
const UNITS = ['|', BETWEEN, MARKUP, IN_NUMBERS].flat()

const SHAPES = {
  'in a word': (run: string) => `x${run}y`,
  'in a number': (run: string) => `1${run}1`,
  'in a page': (run: string) => `<p>x${run}y</p>`,
  'behind a URL': (run: string) => `https://x.example/a.jpg${run}-`,
}

/** The texts around a run that a reader can take for something. */
const shapesFor = (reader: string): (keyof typeof SHAPES)[] => {
  if (/page|HTML|description|shortcodes/.test(reader)) return ['in a word', 'in a page']
  return /images|addresses/.test(reader) ? ['in a word', 'behind a URL'] : ['in a word', 'in a number']
}

const rules = (): RowRules => ({
  scale: 100n,
  currency: 'EUR',
  isText: true,
  isCsv: true,
  decimalMark: '.',
  notes: [],
})

/** The readers of fields, each once. */
const FIELDS: [string, FieldReader][] = [
  ...new Map(
    Object.entries<FieldReader>(FIELD_READERS).map(([field, read]) => [read, [field, read] as const]),
  ).values(),
].map(([field, read]) => [field, read])

const READERS: Record<string, (cell: string) => unknown> = {
  ...Object.fromEntries(FIELDS.map(([field, read]) => [`the field ${field}`, (cell) => read(cell, rules())])),
  'control characters': (cell) =>
    withoutControlsIn({ number: 1, line: 2, notes: [], values: { name: cell } }),
  'a page': textOfHtml,
  'entities of HTML': withoutEntities,
  shortcodes: (cell) => withoutShortcodes(cell, []),
  'parts of WooCommerce': partsOf,
  'addresses of WooCommerce': writtenParts,
  'a list': (cell) => entriesOf(cell, ','),
  'categories of Shopify': (cell) => categoryPathsOf(categoriesIn(cell), []),
  'categories of WooCommerce': (cell) => categoryPathsOf(severalCategories(cell, true), []),
  'an earlier price': (cell) => earlierPriceOf(cell, '1.00', []),
  'a weight': (cell) => gramsOf(cell, GRAM),
}

/** The processor time that reading a cell takes, in microseconds. */
function timeOf(read: (cell: string) => unknown, cell: string): number {
  const start = process.cpuUsage()
  try {
    read(cell)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Four times as long takes four times as long, or 16 times as long where the time grows with the square. */
const MOST_RATIO = 10

/** A shorter time says nothing: linear ones are far below it, and quadratic ones far above it. */
const LEAST_TIME = 100_000

describe.each(Object.entries(READERS))('%s', (reader, read) => {
  test.each(shapesFor(reader))('reads long runs %s in a time that grows with their length', (shape) => {
    const cellOf = (unit: string, length: number) => SHAPES[shape](unit.repeat(length / unit.length))
    const best = (unit: string, length: number) =>
      Math.min(...[1, 2, 3].map(() => timeOf(read, cellOf(unit, length))))
    const isSlow = (unit: string, length: number) =>
      timeOf(read, cellOf(unit, length)) > LEAST_TIME &&
      best(unit, length) > MOST_RATIO * best(unit, length / 4)
    // The shorter one first, so that a mistake does not take minutes.
    expect(UNITS.filter((unit) => isSlow(unit, MOST / 4) || isSlow(unit, MOST))).toEqual([])
  })
})
