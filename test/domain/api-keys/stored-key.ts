import type { ApiKey } from '../../../lib/domain/api-keys/api-key.ts'

/** A key as it is stored: it works for ever and from everywhere. */
export const storedKey = (members: Partial<ApiKey> = {}): ApiKey => ({
  id: '01980000-0000-7000-8000-000000000002',
  name: 'erp',
  scopes: ['products:write'],
  expires_at: null,
  allowed_ips: [],
  rate_limit: { per_second: 20, burst: 100 },
  prefix: 'sfk_0123',
  last4: 'abcd',
  revoked_at: null,
  previous_expires_at: null,
  last_used_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...members,
})
