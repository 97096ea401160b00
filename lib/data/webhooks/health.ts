/** How the endpoints of webhooks do, as the state of their deliveries says. */
import { isPausedAt } from '../../domain/webhooks/endpoint-health.ts'
import type { WebhookHealth } from '../../domain/webhooks/webhook.ts'
import { webhookStateKey } from '../table/keys.ts'
import { nameOf, readItems } from '../table/patient-reads.ts'
import type { WebhookName } from './enabled.ts'
import { readState, type WebhookState } from './state.ts'

/** Of a webhook that nothing has been sent to yet. */
export const NEW_HEALTH: WebhookHealth = { paused_until: null, failing_since: null }

/** The health of a webhook now; that of a new one if there is no such webhook. */
export const readHealth = async (of: WebhookName, now = new Date()): Promise<WebhookHealth> =>
  healthIn(await readState(of), now)

/** The health of each of these webhooks, by id. */
export async function readHealths(
  businessId: string,
  webhookIds: readonly string[],
  now = new Date(),
): Promise<(webhookId: string) => WebhookHealth> {
  const keyOf = (webhookId: string) => webhookStateKey(businessId, webhookId)
  const found = await readItems(webhookIds.map(keyOf))
  return (webhookId) => healthIn(found.get(nameOf(keyOf(webhookId))), now)
}

function healthIn(state: object | undefined, now: Date): WebhookHealth {
  const { outages, failing_since, probe_at }: Partial<WebhookState> = state ?? {}
  const isPaused = isPausedAt({ outages, probe_at }, now.getTime())
  return { paused_until: (isPaused && probe_at) || null, failing_since: failing_since ?? null }
}
