import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { explained, pathReference } from '../../../../lib/api/http/inventory/holds.ts'
import { releaseHold } from '../../../../lib/data/holds/release.ts'

/** DELETE /admin/inventory/holds/{reference}: gives back what a hold has taken. */
export const handler = adminEndpoint(
  { parameters: {}, body: noBody },
  async ({ businessId, path, ifMatch }) => {
    const reference = pathReference(path.reference)
    await explained(() => releaseHold(businessId, reference, { check: ifMatch }))
    return {}
  },
)
