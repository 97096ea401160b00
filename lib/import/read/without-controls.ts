import { isJsonObject } from '../../domain/body/json-object.ts'
import { withoutControls } from '../../domain/text/text.ts'
import type { FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { withLineFeeds } from '../catalogue-files/dialects/parts.ts'
import type { Note } from '../catalogue-files/note.ts'

/** Deeper than any field of a product: what is below is for the rules of the API to refuse. */
const MOST_DEPTH = 6

/**
 * A product of a file whose texts have no control characters, with a note for each text that had some: they are remnants of
 * another system, and the API refuses them.
 */
export function withoutControlsIn(product: FileProduct): FileProduct {
  const notes: Note[] = []
  const values = cleaned(product.values, [], notes)
  const { categoryPath } = product
  return {
    ...product,
    values,
    ...(categoryPath && { categoryPath: categoryPath.map((name) => withoutControls(name)) }),
    notes: notes.length > 0 ? [...product.notes, ...notes] : product.notes,
  }
}

function cleaned(value: unknown, path: readonly string[], notes: Note[]): unknown {
  if (typeof value === 'string') return cleanedText(value, path, notes)
  if (path.length >= MOST_DEPTH) return value
  if (Array.isArray(value)) return value.map((one, n) => cleaned(one, [...path, String(n)], notes))
  if (!isJsonObject(value)) return value
  // The names of columns stay as they are: mappings have them.
  const nameOf = (name: string) => (path.length === 0 ? name : withoutControls(name))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [nameOf(name), cleaned(one, [...path, name], notes)]),
  )
}

function cleanedText(written: string, path: readonly string[], notes: Note[]): string {
  // Some of them end a line.
  const text = withLineFeeds(written)
  const clean = withoutControls(text)
  if (clean === text) return text
  const code = [...text].find((character) => withoutControls(character) === '')?.codePointAt(0) ?? 0
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  notes.push({ loss: 'control', detail: `${path.join('.')} had ${name}` })
  return clean
}
