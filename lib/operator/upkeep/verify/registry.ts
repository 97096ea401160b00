/** The registry and the businesses in it, from both sides. */

import { isRegistered } from '../../../data/registry.ts'
import * as keys from '../../../data/table/keys.ts'
import { finding, type Inspect, type Reference } from './findings.ts'

/** The row of a business's registry, which must be there. */
export function registryReference(businessId: string): Reference {
  const key = keys.registryKey(businessId)
  return {
    key,
    judge: (row) =>
      isRegistered(businessId, row)
        ? undefined
        : finding('registry_missing', key, `the business ${businessId} is not registered`),
  }
}

/** Inspects a row of the registry that names the business: the business must be there. */
export const inspectRegistration =
  (businessId: string): Inspect =>
  (row) => ({
    findings: [],
    references: [
      {
        key: keys.businessKey(businessId),
        judge: (profile) =>
          profile ? undefined : finding('registry_nowhere', row, `names ${businessId}, which has no profile`),
      },
    ],
  })
