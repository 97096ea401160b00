import { expect } from 'vitest'
import { makeWebhook } from '../../operator/business/business-webhooks.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { played, type Row } from './row.ts'

/** The sections of docs/break-in.md with steps. */
export const BREAK_IN_ROWS: Readonly<Record<string, Row>> = {
  'A key of a business': played({
    async fails() {
      const shop = await makeBusiness()
      const thief = await makeKey(shop, { name: 'stolen' })
      const { id } = await makeWebhook(shop.id)
      return { business: shop.slug, key: thief.apiKey.id, token: thief.token, webhook: id }
    },
    shows: null,
    async steps(desk, made) {
      const { stdout } = await desk.play('A key of a business', 'npm run operator -- key revoke', made)
      expect(stdout).toContain(`the webhook ${made.webhook} is disabled`)
    },
    async afterwards({ stack }, { token }) {
      const authorization = `Bearer ${token}`
      const refused = await fetch(`${stack.baseUrl}/admin/products`, { headers: { authorization } })
      expect(refused.status).toBe(401)
    },
  }),
}
