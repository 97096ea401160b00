import type { Command } from 'commander'
import type { CommonOptions } from '../common-options.ts'

export interface WebhookOptions extends CommonOptions {
  business: string
}

export const ofBusiness = (command: Command) =>
  command.requiredOption('--business <slug or id>', 'the business of the webhook')

/** Adds what every command takes that is about one webhook. */
export const ofWebhook = (command: Command) =>
  ofBusiness(command.argument('<webhook id>', 'the id of the webhook, as webhooks list shows it'))
