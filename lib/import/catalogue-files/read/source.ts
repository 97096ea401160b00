import type { Delimiter } from '../../../domain/imports/import-words.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import { beginningOf } from './beginning.ts'
import { readCsv } from './csv-rows.ts'
import { readJson, readJsonLines } from './json-rows.ts'
import type { SourceRow } from './source-row.ts'
import { textOf } from './text.ts'
import { withoutMarks } from './utf8-text.ts'

type Format = 'json' | 'jsonl' | 'csv'

/** How a file is written, where somebody has said it. */
export interface Writing {
  format?: Format | undefined
  /** A label of the WHATWG Encoding Standard. */
  encoding?: string | undefined
  /** Of CSV. */
  delimiter?: Delimiter | undefined
  /** The longest document of JSON that is read: it is parsed as a whole. */
  mostJsonCharacters?: number | undefined
  /** Of CSV, the most rows times columns. */
  mostCells?: number | undefined
  /** Of CSV, false for a column whose cells a row leaves out; called for each row. */
  isRead?: ((column: string) => boolean) | undefined
}

/** A catalogue file: its format, and its rows as they come. */
export interface Source {
  format: Format
  /** The columns of CSV, in their order. */
  header?: readonly string[]
  /** Those of them that are called by their place. */
  nameless?: ReadonlySet<string>
  /** Names of columns of CSV that several have. */
  repeated?: ReadonlySet<string>
  rows: AsyncIterable<SourceRow>
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'csv',
}

const READERS: Record<
  Format,
  (text: AsyncIterable<string>, writing: Writing) => Promise<Omit<Source, 'format'>>
> = {
  json: async (text, { mostJsonCharacters }) => ({ rows: readJson(withoutMarks(text), mostJsonCharacters) }),
  jsonl: async (text) => ({ rows: readJsonLines(text) }),
  csv: (text, writing) => readCsv(withoutMarks(text), writing),
}

/**
 * Reads a catalogue file. Without a format it is that of the extension (`.csv`) or, if that says nothing, what the text
 * looks like. Throws `Unreadable`, also while the rows are read.
 */
export async function readSource(
  bytes: AsyncIterable<Uint8Array>,
  { extension, ...writing }: Writing & { extension: string },
): Promise<Source> {
  const { taken, all } = await beginningOf(textOf(bytes, writing.encoding), HEAD)
  refuseMarkup(taken.join(''))
  const format = writing.format ?? EXTENSIONS[extension.toLowerCase()] ?? formatOf(taken.join(''))
  return { format, ...(await READERS[format](all, writing)) }
}

/** Enough text to see a first row. */
const HEAD = 65_536

/** Throws `Unreadable` for XML and for pages, of which no format reads anything. */
function refuseMarkup(head: string): void {
  const [, kind = ''] = /^\s*<(\?xml|!doctype html|html|rss|feed|[a-z][\w:-]*[\s>])/i.exec(head) ?? []
  if (kind === '') return
  throw new Unreadable(
    /html/i.test(kind)
      ? 'this is a web page, perhaps one with a password form: download the file itself'
      : 'this is XML: export the products as CSV, or as a feed of tab-separated text',
  )
}

/** A JSON document begins with a bracket; one of objects on lines of their own has a whole one on the first line. */
function formatOf(head: string): Format {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  const [first = '', ...others] = text.split('\n')
  // A first line that is longer than the head is one product, or a whole document of them.
  if (others.length === 0 && text.length > HEAD / 2 && !isWhole(text))
    return ROW.test(beforeList(text)) ? 'jsonl' : 'json'
  const row = objectIn(first)
  const isAlone = others.every((line) => line.trim() === '')
  // A broken row before others.
  if (!row && /}[^}\],]*$/.test(first)) return others.some((line) => objectIn(line)) ? 'jsonl' : 'json'
  // `{"products": []}` is a document, though it is on one line.
  return row && (!isAlone || 'name' in row) ? 'jsonl' : 'json'
}

const isWhole = (text: string) => objectIn(text) !== undefined

/** A field of a product, before its lists of objects. */
const ROW = /"(?:name|title|external_id|sku|slug)"\s*:/i
const beforeList = (text: string) => text.split(/:\s*\[\s*\{/)[0] ?? ''

function objectIn(line: string): object | undefined {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
