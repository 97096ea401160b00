import type { Command } from 'commander'
import { readHealth } from '../../data/webhooks/health.ts'
import { updateWebhook } from '../../data/webhooks/webhook-writes.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { adminWebhookWithHealth } from '../../domain/webhooks/webhook-view.ts'
import { confirm } from '../command-line/confirmation.ts'
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
The merchant sees is_enabled false and gets an event webhook.disabled in the feed. Later events are not sent afterwards,
unless the webhook is enabled in the API with replay_from.`,
  },
  {
    command: 'enable',
    description: 'send events to a disabled webhook again',
    isEnabled: true,
    effect: 'it gets the events from now on',
    notes: `
The webhook is no longer paused, and the feed has an event webhook.updated. Earlier events are not sent: only the API can do that, with replay_from.`,
  },
]

/** `webhooks disable` and `enable`. */
export function addChangeCommands(webhooks: Command): void {
  for (const change of SWITCHES) {
    const command = ofWebhook(webhooks.command(change.command).description(change.description))
      .option('--yes', 'do not ask at the terminal before a deployed webhook is changed')
      .addHelpText('after', `${change.notes}\n${exampleOf(change)}`)
    withCommonOptions(command).action((id: string, options: ChangeOptions) => setEnabled(id, change, options))
  }
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
