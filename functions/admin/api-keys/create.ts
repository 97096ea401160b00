import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { issuedResult } from '../../../lib/api/http/answer/issued-result.ts'
import { newBody } from '../../../lib/api/http/body/body-kinds.ts'
import { issueApiKey } from '../../../lib/data/api-keys/api-key-issue.ts'
import { NEW_API_KEY } from '../../../lib/domain/api-keys/api-key.ts'
import { requireFutureEnd } from '../../../lib/domain/api-keys/key-powers.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'

/** POST /admin/api-keys: a new key, which is allowed no more than the one that makes it. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: newBody(NEW_API_KEY),
    async findFurtherFaults({ sent: { expires_at: end } }) {
      const isTime = typeof end === 'string' && !Number.isNaN(Date.parse(end))
      return isTime ? breaksOf(() => requireFutureEnd({ expires_at: end }, new Date())) : []
    },
  },
  async ({ businessId, apiKeyId, body, keep }) =>
    issuedResult(
      await issueApiKey(businessId, body, {
        maker: apiKeyId,
        also: (apiKey) => keep(issuedResult({ apiKey, token: null })),
      }),
    ),
)
