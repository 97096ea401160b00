import type { paths } from '../../../../typescript/src/api.ts'
import { hasScope } from '../columns.ts'

/** The parameters of an import. */
export type ImportQuery = NonNullable<paths['/admin/imports']['post']['parameters']['query']>

/** What can be chosen for an import; an empty text leaves it to the API. */
export interface ImportChoice {
  prices: '' | 'decimal' | 'minor'
  stock: '' | 'set' | 'ignore'
  status: '' | 'draft'
  source: string
}

export const USUAL: ImportChoice = { prices: '', stock: '', status: '', source: '' }

/** The parameters of what was chosen. */
export function importQuery({ prices, stock, status, source }: ImportChoice, isDryRun: boolean): ImportQuery {
  return {
    ...(prices && { prices }),
    ...(stock && { stock }),
    ...(status && { status }),
    ...(source.trim() && { source: source.trim() }),
    ...(isDryRun && { dry_run: true }),
  }
}

const lackedBy = (scopes: readonly string[], needed: readonly string[]): string[] =>
  needed.filter((scope) => !hasScope(scopes, scope))

/** The scopes that an import needs and a key does not have. */
export const lackedForImport = (scopes: readonly string[]): string[] =>
  lackedBy(scopes, ['products:write', 'categories:write'])

/** The scopes that an export needs and a key does not have. */
export const lackedForExport = (scopes: readonly string[]): string[] =>
  lackedBy(scopes, ['products:read', 'inventory:read'])
