import type { FieldReader, RowRules } from '../../../lib/import/read/row-rules.ts'

/** The rules of a row of CSV with decimal prices in euros, but for what is said. */
export const rowRules = (said: Partial<RowRules> = {}): RowRules => ({
  scale: 100n,
  currency: 'EUR',
  isText: true,
  isCsv: true,
  decimalMark: undefined,
  notes: [],
  ...said,
})

/** The value that a reader makes of another one, and the notes that it leaves. */
export function readBy(reader: FieldReader, value: unknown, said: Partial<RowRules> = {}) {
  const rules = rowRules(said)
  return { read: reader(value, rules), notes: rules.notes.map(({ loss, detail }) => `${loss}: ${detail}`) }
}
