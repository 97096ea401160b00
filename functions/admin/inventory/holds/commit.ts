import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { newBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { explained, holdResult, pathReference } from '../../../../lib/api/http/inventory/holds.ts'
import { commitHold } from '../../../../lib/data/holds/holds.ts'
import { readHoldPayment } from '../../../../lib/domain/stock/hold.ts'

/** POST /admin/inventory/holds/{reference}/commit: makes a sale of a hold, for one payment. */
export const handler = adminEndpoint(
  { parameters: {}, body: newBodyOf(readHoldPayment) },
  async ({ businessId, path, body, ifMatch, keep }) => {
    const reference = pathReference(path.reference)
    const also = (hold: Parameters<typeof holdResult>[0]) => keep(holdResult(hold))
    return holdResult(
      await explained(() => commitHold(businessId, reference, body.payment, { check: ifMatch, also })),
    )
  },
)
