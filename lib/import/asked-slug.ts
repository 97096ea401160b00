import { canBeProductSlug, numberedSlug } from '../domain/text/slug.ts'
import type { Claims } from './import-database.ts'
import type { PlannedRow, ProductRow } from './row.ts'

/** The kinds of claims on slugs: those that rows have, and those that rows without one ask for. */
const [SAID, ASKED] = ['slug', 'asked_slug'] as const

/**
 * The slug that a new product of this row tries first, so that rows which are written at once do not compete, and each
 * run of the file tries the same: of rows with equal names the first tries the plain one, the next `-2`. Undefined
 * for a row with a slug, or with a name without Latin letters.
 */
export function askedSlugOf(
  { number, fields }: Pick<ProductRow, 'number' | 'fields'>,
  database: Claims,
): string | undefined {
  const { name, slug } = fields
  if (slug !== undefined || typeof name !== 'string') return undefined
  const plain = numberedSlug(name, 1)
  if (plain === '') return undefined
  while (true) {
    const asked = numberedSlug(name, database.count('name', plain))
    // A name that ends in a number can have taken it.
    if (canBeProductSlug(asked) && database.claim(ASKED, asked, number) === number) return asked
  }
}

/** True for a slug that another row of the file has, or asks for. */
export const isOfAnotherRow = (
  slug: string,
  { askedSlug }: Pick<PlannedRow, 'askedSlug'>,
  database: Claims,
): boolean => database.isClaimed(SAID, slug) || (slug !== askedSlug && database.isClaimed(ASKED, slug))
