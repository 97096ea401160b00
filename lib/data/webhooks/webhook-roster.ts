/** The webhooks in the roster of a business: how many there are, where they send, and which keys created them. */
import { createHash } from 'node:crypto'
import { normalUrl, type Webhook } from '../../domain/webhooks/webhook.ts'
import { type Roster, type RosterWebhook, requireRoom } from '../api-keys/roster.ts'
import { Refusal } from '../table/commit.ts'

/** The most deleted webhooks that the roster remembers, so that a business that is deleted takes their deliveries along. */
const MOST_REMEMBERED = 50

/** A webhook in the roster. */
export const rosterEntry = ({ url, created_by }: Pick<Webhook, 'url' | 'created_by'>): RosterWebhook => ({
  url_digest: createHash('sha256').update(normalUrl(url)).digest('base64url'),
  created_by,
})

/**
 * The webhooks of a roster with one as it will be. Throws the `Refusal`s `url_taken` if another one has its URL, and
 * `limit_reached` if there are too many then.
 */
export function withWebhook({ webhooks }: Roster, webhook: Webhook): Pick<Roster, 'webhooks'> {
  const { [webhook.id]: before, ...others } = webhooks
  const entry = { ...before, ...rosterEntry(webhook) }
  if (Object.values(others).some(({ url_digest }) => url_digest === entry.url_digest))
    throw new Refusal('url_taken')
  const all = { ...others, [webhook.id]: entry }
  requireRoom('webhook', all)
  return { webhooks: all }
}

/** The webhooks of a roster when one of them has been deleted, and the deleted ones, of which only the last are kept. */
export function withoutWebhook(
  { webhooks, deleted_webhooks }: Roster,
  webhookId: string,
  now: Date,
): Pick<Roster, 'webhooks' | 'deleted_webhooks'> {
  const { [webhookId]: _, ...others } = webhooks
  const deleted = Object.entries({ ...deleted_webhooks, [webhookId]: now.toISOString() })
  const latest = deleted.sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, MOST_REMEMBERED)
  return { webhooks: others, deleted_webhooks: Object.fromEntries(latest) }
}

/** The ids of the webhooks that a key created and that still exist. */
export const webhooksOf = ({ webhooks }: Roster, keyId: string): string[] =>
  Object.entries(webhooks).flatMap(([id, { created_by }]) => (created_by === keyId ? [id] : []))
