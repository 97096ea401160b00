import { randomBytes } from 'node:crypto'
import type { Step } from '../table/commit.ts'
import { type Key, webhookSecretKey } from '../table/keys.ts'
import { readItem } from '../table/writer.ts'

/** For so long after a rotation deliveries are signed with the secret before it as well. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000

interface SecretItem extends Key {
  type: 'webhook_secret'
  secret: string
  previous: string | null
  /** When the previous one ends, in milliseconds since the epoch. */
  previous_until: number
}

/** 32 random bytes, as Standard Webhooks 1.0.0 writes them. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The secrets that deliveries are signed with now, the newest first; none if there is no such webhook. */
export async function readSecrets(businessId: string, webhookId: string, now: number): Promise<string[]> {
  const item = await readItem<SecretItem>(webhookSecretKey(businessId, webhookId))
  if (!item) return []
  const { secret, previous, previous_until } = item
  return previous !== null && previous_until > now ? [secret, previous] : [secret]
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
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
})

/** The step that replaces the secret; the one before it counts until then, one before that no longer. */
export const replaceSecret = (
  businessId: string,
  webhookId: string,
  secret: string,
  previousUntil: number,
): Step => ({
  write: {
    Update: {
      Key: webhookSecretKey(businessId, webhookId),
      UpdateExpression: 'SET #previous = #secret, #secret = :secret, #until = :until',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        '#secret': 'secret',
        '#previous': 'previous',
        '#until': 'previous_until',
      },
      ExpressionAttributeValues: { ':secret': secret, ':until': previousUntil },
    },
  },
})

export const deleteSecret = (businessId: string, webhookId: string): Step => ({
  write: { Delete: { Key: webhookSecretKey(businessId, webhookId) } },
})
