import type { Scope } from '../api-keys/scopes.ts'
import type { ImportParameters } from './import-job.ts'

/** The scopes that an import needs, when it begins and for as long as it lasts. */
export const scopesOfImport = ({ stock }: ImportParameters): Scope[] => [
  'products:write',
  'categories:write',
  ...(stock === 'set' ? (['inventory:write'] as const) : []),
]
