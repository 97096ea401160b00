import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { newBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { versionDiffers } from '../../../../lib/api/http/conditional/etag.ts'
import { explained, holdResult, newReference, noHold } from '../../../../lib/api/http/inventory/holds.ts'
import { putHold } from '../../../../lib/data/holds/holds.ts'
import { readWantedHold } from '../../../../lib/domain/stock/hold.ts'

/** PUT /admin/inventory/holds/{reference}: holds pieces, in place of those that the reference has. */
export const handler = adminEndpoint(
  { parameters: {}, body: newBodyOf(readWantedHold) },
  async ({ businessId, path, body, ifMatch, mustBeNew }) => {
    const reference = newReference(path.reference)
    const { hold, isNew } = await explained(
      () =>
        putHold(businessId, reference, body, (before) => {
          if (before && mustBeNew) throw versionDiffers()
          if (before) ifMatch?.(before)
          else if (ifMatch) throw noHold()
        }),
      body.items,
    )
    return holdResult(hold, { isNew })
  },
)
