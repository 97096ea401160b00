import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { holdResult, noHold, pathReference } from '../../../../lib/api/http/inventory/holds.ts'
import { readHold, shownHold } from '../../../../lib/data/holds/hold-item.ts'

/** GET /admin/inventory/holds/{reference}: one hold, read consistently. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const hold = await readHold(businessId, pathReference(path.reference))
  if (!hold) throw noHold()
  return holdResult(shownHold(hold))
})
