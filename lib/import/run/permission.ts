import { getApiKey } from '../../data/api-keys/api-keys.ts'
import { findBusiness } from '../../data/businesses.ts'
import { patiently } from '../../data/table/patient-reads.ts'
import { isLive } from '../../domain/api-keys/api-key.ts'
import { allows } from '../../domain/api-keys/scopes.ts'
import type { Business } from '../../domain/business.ts'
import type { ImportJob } from '../../domain/imports/import-job.ts'
import { scopesOfImport } from '../../domain/imports/import-scopes.ts'
import { ImportRefused } from '../import-refused.ts'

/**
 * The business of an import, if its key could begin it now. Throws an `ImportRefused` for a key that has ended or lost a scope,
 * and for a business that is not active.
 */
export async function requirePermission(
  businessId: string,
  { started_by, parameters }: Pick<ImportJob, 'started_by' | 'parameters'>,
): Promise<Business> {
  const [key, business] = await patiently(() =>
    Promise.all([getApiKey(businessId, started_by.key_id), findBusiness(businessId)]),
  )
  if (business?.status !== 'active')
    throw new ImportRefused('business_closed', 'the business is no longer active')
  if (!key || !isLive(key, new Date()))
    throw new ImportRefused('key_revoked', 'the API key that began it has ended')
  if (scopesOfImport(parameters).some((scope) => !allows(key.scopes, scope)))
    throw new ImportRefused('key_revoked', 'the API key that began it has lost a scope that it needs')
  return business
}
