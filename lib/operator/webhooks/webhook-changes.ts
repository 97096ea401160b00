import type { Command } from 'commander'
import { confirm } from '../../command-line/confirmation.ts'
import { Failure } from '../../command-line/failure.ts'
import { Refusal } from '../../data/table/commit.ts'
import { requestDelivery } from '../../data/webhooks/delivery-requests.ts'
import { readHealth } from '../../data/webhooks/health.ts'
import { updateWebhook } from '../../data/webhooks/webhook-writes.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { eventOf } from '../../domain/webhooks/delivery.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { adminWebhookWithHealth } from '../../domain/webhooks/webhook-view.ts'
import { withCommonOptions } from '../common-options.ts'
import { lastingShopOf } from '../shop.ts'
import { isLocal, openTargetToWrite } from '../target.ts'
import { requireWebhook, webhookIdIn } from './known-webhooks.ts'
import { ofWebhook, type WebhookOptions } from './webhook-options.ts'

interface ChangeOptions extends WebhookOptions {
  yes?: true
}

interface WebhookSwitch {
  command: 'enable' | 'disable'
  description: string
  isEnabled: boolean
  effect: string
  notes: string
}

const SWITCHES: WebhookSwitch[] = [
  {
    command: 'disable',
    description: 'stop sending to a webhook',
    isEnabled: false,
    effect: 'it gets no events; a delivery that has begun can still end',
    notes: `
The merchant sees is_enabled false and gets an event webhook.disabled in the feed. Events from then on are not sent later,
unless the webhook is enabled in the API with replay_from.`,
  },
  {
    command: 'enable',
    description: 'send events to a disabled webhook again',
    isEnabled: true,
    effect: 'it gets the events from now on',
    notes: `
The webhook is no longer paused, and the feed has an event webhook.updated. Events from before are not sent: only the API can do that, with replay_from.`,
  },
]

const REDELIVER_NOTES = `
Has an event sent once more, also if it was delivered before, with as many tries as a new one. The webhook must be enabled.
The delivery is made with the next event for the webhook, or by the sweep within 15 minutes.

Example:
  npm run operator -- webhooks redeliver 01a1f85c-9786-79fb-a3c4-bd6300fca740 \\
    dlv_01a1f85c-9786-79fb-a3c4-bd6300fca741 --business acme`

/** `webhooks disable`, `enable` and `redeliver`. */
export function addChangeCommands(webhooks: Command): void {
  for (const change of SWITCHES) {
    const command = ofWebhook(webhooks.command(change.command).description(change.description))
      .option('--yes', 'do not ask at the terminal before a deployed webhook is changed')
      .addHelpText('after', `${change.notes}\n${exampleOf(change)}`)
    withCommonOptions(command).action((id: string, options: ChangeOptions) => setEnabled(id, change, options))
  }
  const redeliver = webhooks.command('redeliver').description('send a delivery of a webhook once more')
  ofWebhook(redeliver)
    .argument('<delivery id>', 'the id of the delivery, as webhooks deliveries shows it')
    .addHelpText('after', REDELIVER_NOTES)
  withCommonOptions(redeliver).action(redeliverFrom)
}

const exampleOf = ({ command }: WebhookSwitch) => `
Example:
  npm run operator -- webhooks ${command} 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme`

async function setEnabled(
  id: string,
  { command, isEnabled, effect }: WebhookSwitch,
  options: ChangeOptions,
): Promise<void> {
  const webhookId = webhookIdIn(id)
  await openTargetToWrite(options)
  const business = await lastingShopOf(options.business)
  if (!options.yes && !isLocal())
    await confirm(
      `${command === 'enable' ? 'Enable' : 'Disable'} the webhook ${webhookId} of ${business.slug}?`,
    )
  let wasEnabled: boolean | undefined
  const check = (before: Webhook) => {
    wasEnabled = before.is_enabled
  }
  const change = (before: Webhook) => ({ webhook: { ...before, is_enabled: isEnabled } })
  const webhook = requireWebhook(
    await updateWebhook(business.id, webhookId, change, { check }),
    business,
    webhookId,
  )
  const line =
    wasEnabled === isEnabled
      ? `the webhook ${webhookId} is already ${command}d`
      : `the webhook ${webhookId} is ${command}d: ${effect}`
  if (!options.json) {
    console.log(line)
    return
  }
  console.error(line)
  const health = await readHealth({ businessId: business.id, webhookId })
  console.log(JSON.stringify(adminWebhookWithHealth(webhook, health), null, 2))
}

async function redeliverFrom(id: string, deliveryId: string, options: WebhookOptions): Promise<void> {
  const webhookId = webhookIdIn(id)
  const eventId = eventOf(deliveryId.toLowerCase())
  if (eventId === undefined)
    throw new Failure(
      `${quoted(deliveryId)} is not the id of a delivery: use the one that webhooks deliveries shows`,
    )
  await openTargetToWrite(options)
  const business = await lastingShopOf(options.business)
  const delivery = await requestDelivery({ businessId: business.id, webhookId }, eventId).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.reason !== 'webhook_disabled') throw error
      throw new Failure(`the webhook ${webhookId} is disabled: enable it with webhooks enable`, {
        cause: error,
      })
    },
  )
  if (!delivery)
    throw new Failure(`${business.slug} has no webhook ${webhookId} with the delivery ${quoted(deliveryId)}`)
  const line = `${delivery.id} is sent with the next event for the webhook, or within about 15 minutes`
  if (!options.json) console.log(line)
  else {
    console.error(line)
    console.log(JSON.stringify(delivery, null, 2))
  }
}
