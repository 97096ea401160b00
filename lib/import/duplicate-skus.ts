import { isJsonObject } from '../domain/body/json-object.ts'
import { quoted } from '../domain/text/quoted.ts'
import type { Note } from './catalogue-files/note.ts'
import type { Claims } from './import-database.ts'
import type { ProductRow } from './row.ts'

/** The row without SKUs that the file already had, each with a note. */
export function withoutDuplicateSkus(row: ProductRow, database: Claims): ProductRow {
  const notes: Note[] = []
  const own = new Set<string>()
  const without = (one: Readonly<Record<string, unknown>>) => {
    const { sku } = one
    if (typeof sku !== 'string' || sku === '') return one
    const owner = database.claim('sku', sku, row.number)
    if (owner === row.number && !own.has(sku)) {
      own.add(sku)
      return one
    }
    const where = owner === row.number ? 'by another of its variants' : `in row ${owner}`
    notes.push({ loss: 'sku', detail: `${quoted(sku)} is already used ${where}` })
    return { ...one, sku: null }
  }
  const { variants } = row.fields
  const fields = {
    ...without(row.fields),
    ...(Array.isArray(variants) && {
      variants: variants.map((one: unknown) => (isJsonObject(one) ? without(one) : one)),
    }),
  }
  return notes.length > 0 ? { ...row, fields, notes: [...row.notes, ...notes] } : row
}
