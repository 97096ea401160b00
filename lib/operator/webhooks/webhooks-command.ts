import { type Command, Option } from 'commander'
import { wholeNumber } from '../../command-line/whole-number.ts'
import { listDeliveries } from '../../data/webhooks/delivery-list.ts'
import { getWebhook } from '../../data/webhooks/webhooks.ts'
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../../domain/webhooks/delivery.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { knownWebhook, knownWebhooks, requireWebhook, webhookIdIn } from './known-webhooks.ts'
import { addChangeCommands } from './webhook-changes.ts'
import { ofBusiness, ofWebhook, type WebhookOptions } from './webhook-options.ts'
import { showDeliveries, showWebhook, showWebhooks } from './webhook-output.ts'

interface DeliveriesOptions extends WebhookOptions {
  status?: DeliveryStatus
  limit: number
}

const LIST_NOTES = `
BEHIND is the age of the last event that was delivered or passed over, if there are newer events; else -. After failures
a webhook is paused: nothing is sent until the time that is shown, then the oldest event alone is tried.

Example:
  npm run operator -- webhooks list --business acme`

const SHOW_NOTES = `
Also prints the state of the deliveries: until which event they are made, how many failed in a row, when the next run
comes, and whether one has the lease now. A lease that has lapsed is a dead run's: the next sweep wakes the webhook.

Example:
  npm run operator -- webhooks show 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme`

const DELIVERIES_NOTES = `
The newest event is first. An event without a try waits for its first one. Deliveries are kept for 30 days.

Example:
  npm run operator -- webhooks deliveries 01a1f85c-9786-79fb-a3c4-bd6300fca740 --business acme --status failed`

const DEFAULT_LIMIT = 50
const MOST = 10_000
/** Pages are of this many deliveries. */
const PAGE = 200

/** `webhooks` and its commands. No command shows a secret. */
export function addWebhooksCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('list, disable and enable webhooks, and show their deliveries')
  const list = webhooks.command('list').description('list the webhooks of a business')
  withCommonOptions(ofBusiness(list).addHelpText('after', LIST_NOTES)).action(listFrom)
  const show = ofWebhook(
    webhooks.command('show').description('show a webhook and the state of its deliveries'),
  )
  withCommonOptions(show.addHelpText('after', SHOW_NOTES)).action(showFrom)
  addDeliveriesCommand(webhooks)
  addChangeCommands(webhooks)
}

function addDeliveriesCommand(webhooks: Command): void {
  const deliveries = ofWebhook(webhooks.command('deliveries').description('list the deliveries of a webhook'))
    .addOption(
      new Option('--status <status>', 'only deliveries of this status').choices([...DELIVERY_STATUSES]),
    )
    .addOption(
      new Option('--limit <number>', 'the most deliveries that are printed')
        .argParser(wholeNumber(MOST))
        .default(DEFAULT_LIMIT),
    )
    .addHelpText('after', DELIVERIES_NOTES)
  withCommonOptions(deliveries).action(deliveriesFrom)
}

async function listFrom(options: WebhookOptions): Promise<void> {
  await openTarget(options)
  const business = await shopOf(options.business)
  const now = Date.now()
  showWebhooks(await knownWebhooks(business, now), business, options, now)
}

async function showFrom(id: string, options: WebhookOptions): Promise<void> {
  const webhookId = webhookIdIn(id)
  await openTarget(options)
  const now = Date.now()
  showWebhook(await knownWebhook(await shopOf(options.business), webhookId, now), options, now)
}

async function deliveriesFrom(id: string, options: DeliveriesOptions): Promise<void> {
  const webhookId = webhookIdIn(id)
  const { status, limit } = options
  await openTarget(options)
  const business = await shopOf(options.business)
  const webhook = requireWebhook(await getWebhook(business.id, webhookId), business, webhookId)
  const { deliveries, isWhole } = await readDeliveries(business.id, webhook, status, limit)
  const none = `the webhook ${webhookId} has no ${status === undefined ? '' : `${status} `}deliveries of the last 30 days`
  showDeliveries(deliveries, options, none)
  if (!isWhole) console.error(`there can be more deliveries: --limit was ${limit}`)
}

async function readDeliveries(
  businessId: string,
  webhook: Webhook,
  status: DeliveryStatus | undefined,
  most: number,
): Promise<{ deliveries: Delivery[]; isWhole: boolean }> {
  const deliveries: Delivery[] = []
  let after: string | null = null
  do {
    const request = { limit: Math.min(PAGE, most - deliveries.length), ...(after !== null && { after }) }
    const page = await listDeliveries(businessId, webhook, { status }, request)
    deliveries.push(...page.items)
    after = page.position
  } while (after !== null && deliveries.length < most)
  return { deliveries, isWhole: after === null }
}
