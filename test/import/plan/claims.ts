import type { Claims } from '../../../lib/import/import-database.ts'
import type { ProductRow } from '../../../lib/import/row.ts'

/** The names that rows of a file have taken, in memory: as the database of an import has them. */
export function openClaims(): Claims {
  const taken = new Map<string, number>()
  const nameOf = (kind: string, value: string) => `${kind} ${value}`
  return {
    claim(kind, value, row) {
      const owner = taken.get(nameOf(kind, value)) ?? row
      taken.set(nameOf(kind, value), owner)
      return owner
    },
    isClaimed: (kind, value) => taken.has(nameOf(kind, value)),
    count(kind, value) {
      const times = (taken.get(nameOf(kind, value)) ?? 0) + 1
      taken.set(nameOf(kind, value), times)
      return times
    },
  }
}

/** A row that was read, with an external id of its own. */
export const readRow = (
  fields: Record<string, unknown> = {},
  more: Partial<ProductRow> = {},
): ProductRow => ({
  number: 1,
  line: null,
  lines: [],
  isReadable: true,
  fields: { external_id: `e${more.number ?? 1}`, ...fields },
  category: undefined,
  currency: undefined,
  emptied: [],
  faults: [],
  notes: [],
  ...more,
})
