import { randomBytes } from 'node:crypto'
import { readItem } from '../table/calls/writer.ts'
import type { Step } from '../table/commit.ts'
import { type Key, webhookSecretKey } from '../table/keys.ts'

/** For so long after a rotation deliveries are signed with the secret that it replaced as well. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000

interface SecretItem extends Key {
  type: 'webhook_secret'
  secret: string
  /** The secret before the last rotation, and when it ends, in milliseconds since the epoch. */
  previous: string | null
  previous_until: number
  /** The one before that: a rotation whose response was lost is repeated, and receivers still have this one. */
  older: string | null
  older_until: number
}

/** 32 random bytes, as Standard Webhooks 1.0.0 writes them. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The secrets that deliveries are signed with now, the newest first; none if there is no such webhook. */
export async function readSecrets(businessId: string, webhookId: string, now: number): Promise<string[]> {
  const item = await readItem<SecretItem>(webhookSecretKey(businessId, webhookId))
  if (!item) return []
  const { secret, previous, previous_until, older, older_until } = item
  const before = [
    { one: previous, until: previous_until },
    { one: older, until: older_until },
  ]
  return [secret, ...before.flatMap(({ one, until }) => (one !== null && until > now ? [one] : []))]
}

/** The step that stores the first secret of a webhook. */
export const putSecret = (businessId: string, webhookId: string, secret: string): Step => ({
  write: {
    Put: {
      Item: {
        ...webhookSecretKey(businessId, webhookId),
        type: 'webhook_secret',
        secret,
        previous: null,
        previous_until: 0,
        older: null,
        older_until: 0,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
})

/** The step that replaces the secret. It counts until then, and the one before it until its own end; others no longer. */
export const replaceSecret = (
  businessId: string,
  webhookId: string,
  secret: string,
  previousUntil: number,
): Step => ({
  write: {
    Update: {
      Key: webhookSecretKey(businessId, webhookId),
      // Every value on the right is the one from before the update.
      UpdateExpression:
        'SET #older = #previous, #olderUntil = #until, #previous = #secret, #until = :until, #secret = :secret',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        '#secret': 'secret',
        '#previous': 'previous',
        '#until': 'previous_until',
        '#older': 'older',
        '#olderUntil': 'older_until',
      },
      ExpressionAttributeValues: { ':secret': secret, ':until': previousUntil },
    },
  },
})

export const deleteSecret = (businessId: string, webhookId: string): Step => ({
  write: { Delete: { Key: webhookSecretKey(businessId, webhookId) } },
})
