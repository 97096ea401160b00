import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { exportParameters, exportResult } from '../../../lib/api/http/lists/product-export.ts'

/** GET /admin/export: a page of products with their stock, as lines of a catalogue file. */
export const handler = adminEndpoint(
  { parameters: exportParameters, body: noBody, scopes: ['inventory:read'] },
  exportResult,
)
