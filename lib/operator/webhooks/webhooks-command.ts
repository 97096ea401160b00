import type { Command } from 'commander'
import { withCommonOptions } from '../common-options.ts'
import { shopOf } from '../shop.ts'
import { openTarget } from '../target.ts'
import { knownWebhooks } from './known-webhooks.ts'
import { addChangeCommands } from './webhook-changes.ts'
import { ofBusiness, type WebhookOptions } from './webhook-options.ts'
import { showWebhooks } from './webhook-output.ts'

const LIST_NOTES = `
BEHIND is the age of the last event that was delivered or left out, if there are newer events; else -. After failures
a webhook is paused: nothing is sent until the time shown, then only the oldest event is tried. --json also has the
state of the deliveries: until which event they are made, how many failed in a row, when the next run comes, and whether one
has the lease now. A lapsed lease belongs to a dead run: the next sweep wakes the webhook.

Example:
  npm run operator -- webhooks list --business acme`

/** `webhooks` and its commands. No command shows a secret. */
export function addWebhooksCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('list, disable and enable webhooks')
  const list = webhooks.command('list').description('list the webhooks of a business')
  withCommonOptions(ofBusiness(list).addHelpText('after', LIST_NOTES)).action(listFrom)
  addChangeCommands(webhooks)
}

async function listFrom(options: WebhookOptions): Promise<void> {
  await openTarget(options)
  const business = await shopOf(options.business)
  const now = Date.now()
  showWebhooks(await knownWebhooks(business, now), business, options, now)
}
