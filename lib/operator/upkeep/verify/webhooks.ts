/** Webhooks, their secrets and states, the list of enabled webhooks and the roster, which all must agree. */
import type { Roster, RosterWebhook } from '../../../data/api-keys/roster.ts'
import { isOf } from '../../../data/table/item-pages.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import { rosterEntry } from '../../../data/webhooks/webhook-roster.ts'
import { DELIVERY_STATUSES } from '../../../domain/webhooks/delivery.ts'
import { NEW_WEBHOOK } from '../../../domain/webhooks/webhook.ts'
import { isAnother, judgeStored } from '../reindex/rendering.ts'
import {
  alone,
  brokenRules,
  finding,
  foreignOwner,
  type Inspect,
  type Reference,
  unknown,
} from './findings.ts'

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isPosition = (value: unknown) => typeof value === 'string' && value.startsWith('evt_')
/** 32 bytes, as Standard Webhooks 1.0.0 writes them. */
const isSecret = (value: unknown) => typeof value === 'string' && /^whsec_[A-Za-z0-9+/]{43}=$/.test(value)

type Shape = Record<string, (value: unknown) => boolean>
const either = (isOne: Shape[string], isOther: unknown) => (value: unknown) =>
  value === isOther || isOne(value)

const WEBHOOK: Shape = {
  type: (value) => value === 'webhook',
  version: (value) => Number.isInteger(value),
  disabled_reason: either(isText, null),
  previous_expires_at: either(isTime, null),
  created_by: either(isText, null),
  created_at: isTime,
  updated_at: isTime,
}

const SECRET: Shape = {
  type: (value) => value === 'webhook_secret',
  secret: isSecret,
  previous: either(isSecret, null),
  previous_until: isNumber,
  older: either(isSecret, null),
  older_until: isNumber,
}

const STATE: Shape = {
  type: (value) => value === 'webhook_state',
  watermark: isPosition,
  since: isPosition,
  run: either(isText, undefined),
  lease_until: either(isNumber, undefined),
  again: either((value) => value === true, undefined),
  asked: either((value) => value instanceof Set, undefined),
  next_at: either(isTime, undefined),
  outages: either(isNumber, undefined),
  probe_at: either(isTime, undefined),
  probes: either(isNumber, undefined),
  probed: either(isPosition, undefined),
  failures: either(isNumber, undefined),
  failing_since: either(isTime, undefined),
  suspended_at: either(isTime, undefined),
}

const DELIVERY: Shape = {
  type: (value) => value === 'delivery',
  event_type: isText,
  status: (value) => DELIVERY_STATUSES.some((status) => status === value),
  tries: Array.isArray,
  attempts: isNumber,
  next_try_at: either(isTime, null),
  by_hand: either((value) => value === true, undefined),
  json: either(isText, undefined),
  ttl: isNumber,
}

/** The members of an item that are not as they must be. Only their names: a secret is never said. */
const wrongIn = (shape: Shape, item: StoredItem) =>
  Object.entries(shape).flatMap(([name, isRight]) => (isRight(item[name]) ? [] : [name]))

const brokenMembers = (what: string, item: keys.Key, members: readonly string[]) =>
  members.length > 0
    ? [
        finding(
          'invalid_item',
          item,
          `these fields of the ${what} are missing or wrong: ${members.join(', ')}`,
        ),
      ]
    : []

/** Inspects a webhook, in the partition of the API keys: what belongs to it must be there. */
export const inspectWebhook =
  (businessId: string): Inspect =>
  (item) => {
    const webhookId = item.sk.slice(keys.WEBHOOK_PREFIX.length)
    if (isAnother(item, { type: 'webhook', id: webhookId })) return alone([unknown(item)])
    if (item.id !== webhookId)
      return alone([finding('invalid_item', item, 'its id is not the one in its key')])
    const { faults, brokenRules: rules } = judgeStored(NEW_WEBHOOK, item)
    const missing = NEW_WEBHOOK.writable.filter((name) => item[name] === undefined)
    const wrong = [...wrongIn(WEBHOOK, item), ...missing]
    const isContradictory = (item.is_enabled === true) !== (item.disabled_reason === null)
    const findings = [
      ...foreignOwner(businessId, item),
      ...brokenMembers('webhook', item, wrong),
      ...(faults.length > 0 ? [finding('invalid_item', item, faults.join('; '))] : []),
      ...brokenRules(item, rules),
    ]
    if (findings.length === 0 && isContradictory)
      findings.push(finding('invalid_item', item, 'is_enabled and disabled_reason contradict each other'))
    return { findings, references: referencesOf(businessId, webhookId, item) }
  }

const referencesOf = (businessId: string, webhookId: string, item: StoredItem): Reference[] => [
  itemReference('secret', keys.webhookSecretKey(businessId, webhookId), SECRET),
  itemReference('state', keys.webhookStateKey(businessId, webhookId), STATE),
  enabledReference(businessId, webhookId, item.is_enabled === true),
  rosterReference(businessId, webhookId, item),
]

/** An item that every webhook has. */
function itemReference(what: 'secret' | 'state', key: keys.Key, members: Shape): Reference {
  return {
    key,
    judge: (item) =>
      item
        ? brokenMembers(what, key, wrongIn(members, item))[0]
        : finding(`${what}_missing`, key, `the webhook has no ${what}`),
  }
}

function enabledReference(businessId: string, webhookId: string, isEnabled: boolean): Reference {
  const key = keys.enabledWebhookKey(businessId, webhookId)
  return {
    key,
    judge(row) {
      if (!isEnabled) return row && finding('enabled_left', key, `the webhook ${webhookId} is disabled`)
      const isRight = row?.business_id === businessId && row.webhook_id === webhookId
      return isRight ? undefined : finding('enabled_missing', key, `it should name the webhook ${webhookId}`)
    },
  }
}

function rosterReference(businessId: string, webhookId: string, item: StoredItem): Reference {
  const key = keys.rosterKey(businessId)
  const differs = (what: string) => finding('roster_differs', key, `${what} the webhook ${webhookId}`)
  return {
    key,
    judge(roster) {
      const { webhooks, deleted_webhooks } = (roster ?? {}) as Partial<StoredItem & Roster>
      const entry = webhooks?.[webhookId]
      if (entry) return isSameIn(entry, item) ? undefined : differs('it differs from')
      return differs(deleted_webhooks?.[webhookId] ? 'it has as deleted' : 'it does not have')
    },
  }
}

/** Faults in the URL or the maker of the webhook itself are findings of the webhook. */
const isSameIn = (entry: RosterWebhook, { url, created_by }: StoredItem) =>
  !URL.canParse(`${url}`) ||
  (created_by !== null && typeof created_by !== 'string') ||
  differences(['url_digest', 'created_by'], { ...entry }, { ...rosterEntry({ url: `${url}`, created_by }) })
    .length === 0

/** The webhooks that a roster has: a webhook that is only there counts towards the limit. */
export const rosterWebhooks = (businessId: string, roster: StoredItem, webhooks: object): Reference[] =>
  Object.keys(webhooks).map((id) => ({
    key: keys.webhookKey(businessId, id),
    judge: (webhook) =>
      webhook
        ? undefined
        : finding('roster_differs', roster, `it has the webhook ${id}, which does not exist`),
  }))

/** Inspects an item of the partitions of secrets, states and deliveries from its own side. */
export const inspectUnderWebhook =
  (businessId: string): Inspect =>
  (item) => {
    const secrets = keys.webhookSecretKey(businessId, '')
    const state = keys.webhookStateKey(businessId, '')
    if (item.pk.startsWith(secrets.pk) && item.sk === secrets.sk)
      return ownedBy(businessId, item, 'secret_left', item.pk.slice(secrets.pk.length))
    const webhookId = item.pk.slice(state.pk.length)
    if (!item.pk.startsWith(state.pk)) return alone([unknown(item)])
    if (item.sk === state.sk) return ownedBy(businessId, item, 'state_left', webhookId)
    if (item.sk.startsWith(keys.DELIVERY_PREFIX) && isOf('delivery', item))
      return inspectDelivery(businessId, webhookId, item)
    // A time that its delivery contradicts is removed when it comes.
    return alone(item.sk.startsWith(keys.RETRY_PREFIX) && isOf('due', item) ? [] : [unknown(item)])
  }

const ownedBy = (
  businessId: string,
  item: StoredItem,
  code: 'secret_left' | 'state_left' | 'enabled_left',
  webhookId: string,
) => ({
  findings: [],
  references: [
    {
      key: keys.webhookKey(businessId, webhookId),
      judge: (webhook: StoredItem | undefined) =>
        webhook ? undefined : finding(code, item, `the webhook ${webhookId} does not exist`),
    },
  ],
})

/** Inspects a row in the list of enabled webhooks that names the business. */
export const inspectEnabled =
  (businessId: string): Inspect =>
  (row) =>
    ownedBy(businessId, row, 'enabled_left', String(row.webhook_id))

/** A delivery ends with its event, also one of a webhook that does not exist any more. */
function inspectDelivery(businessId: string, webhookId: string, item: StoredItem) {
  const wrong = wrongIn(DELIVERY, item)
  if (wrong.length > 0) return alone(brokenMembers('delivery', item, wrong))
  const { status, next_try_at, ttl } = item
  const hasEnded = Number(ttl) * 1000 <= Date.now()
  if (status !== 'pending' || next_try_at === null || hasEnded) return alone([])
  const time = String(next_try_at)
  const key = keys.retryKey(businessId, webhookId, time, item.sk.slice(keys.DELIVERY_PREFIX.length))
  return {
    findings: [],
    references: [
      {
        key,
        judge: (due: StoredItem | undefined) =>
          due ? undefined : finding('due_missing', key, `it should have the delivery tried at ${time}`),
      },
    ],
  }
}
