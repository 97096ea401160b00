import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { alreadyCommitted, noHold, pathReference } from '../../../../lib/api/http/inventory/holds.ts'
import { readHold } from '../../../../lib/data/holds/hold-item.ts'
import { releaseHold } from '../../../../lib/data/holds/release.ts'

/** DELETE /admin/inventory/holds/{reference}: gives back what a hold has taken. */
export const handler = adminEndpoint(
  { parameters: {}, body: noBody },
  async ({ businessId, path, ifMatch }) => {
    const reference = pathReference(path.reference)
    const outcome = await releaseHold(businessId, reference, { check: ifMatch })
    if (outcome === 'unknown') throw noHold()
    if (outcome === 'committed')
      throw alreadyCommitted((await readHold(businessId, reference))?.payment ?? null)
    return {}
  },
)
