import { MOST_REDELIVERED } from '../../../domain/webhooks/redelivery.ts'
import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { listExample } from '../schemas/list.ts'
import {
  A_DELIVERY,
  A_PENDING_DELIVERY,
  A_REDELIVERED,
  A_TEST_DELIVERY,
  A_WEBHOOK,
  AN_ISSUED_WEBHOOK,
} from '../schemas/webhook.ts'

const id = pathParameter('id', 'The id of the webhook.')

const NO_BODY = {
  schema: 'EmptyObject',
  description: 'The request needs no body.',
  example: {},
  isOptional: true,
} as const

const webhook = (description: string) =>
  ({ description, schema: ref('Webhook'), example: A_WEBHOOK, headers: ['ETag-of-version'] }) as const

const issued = (description: string) =>
  ({
    description,
    schema: ref('IssuedWebhook'),
    example: AN_ISSUED_WEBHOOK,
    headers: ['ETag-of-version', 'Location'],
  }) as const

const delivery = (description: string, example: object) =>
  ({ description, schema: ref('Delivery'), example }) as const

/** The operations on webhooks, by the function that handles them. */
export const WEBHOOKS = {
  'admin/webhooks/list': {
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Returns a page of webhooks, oldest first. Secrets are never included.',
    tag: 'Webhooks',
    parameters: QUERIES.page,
    answers: {
      200: {
        description: 'A page of webhooks.',
        schema: ref('WebhookList'),
        example: listExample(A_WEBHOOK),
        headers: ['Link'],
      },
    },
  },
  'admin/webhooks/create': {
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      "Creates a webhook, which gets the events from now on. The request's key needs the read scope of every kind of object in `events`. The response contains the secret, which is never shown again.",
    tag: 'Webhooks',
    body: {
      schema: 'NewWebhook',
      description: 'The endpoint and its events.',
      example: { url: A_WEBHOOK.url, events: A_WEBHOOK.events, description: A_WEBHOOK.description },
    },
    answers: { 201: issued('The new webhook, with its secret.') },
    problems: ['url_taken', 'limit_reached', 'object_too_large'],
  },
  'admin/webhooks/get': {
    operationId: 'getWebhook',
    summary: 'Get a webhook',
    description: 'Returns one webhook, without its secret.',
    tag: 'Webhooks',
    parameters: [id],
    // Its tag does not change with the health of the endpoint.
    answers: { 200: { ...webhook('The webhook.'), isAlwaysSent: true } },
    problems: ['webhook_not_found'],
  },
  'admin/webhooks/update': {
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      "Takes a merge patch (RFC 7396). The request's key needs the read scope of every kind of object that the webhook then gets. To enable a disabled webhook, send `is_enabled: true`; with `replay_from` it also gets missed events. Disabling it records the event `webhook.disabled`.",
    tag: 'Webhooks',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'WebhookPatch',
      description: 'The fields to change.',
      example: { is_enabled: true, replay_from: '2026-11-20T09:00:00.000Z' },
    },
    answers: { 200: webhook('The webhook as it is now.') },
    problems: ['webhook_not_found', 'url_taken', 'precondition_failed', 'object_too_large'],
  },
  'admin/webhooks/delete': {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook and its secret. Events that it has not yet received are no longer sent.',
    tag: 'Webhooks',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'The webhook is deleted.' } },
    problems: ['webhook_not_found', 'precondition_failed'],
  },
  'admin/webhooks/rotate-secret': {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'Gives a webhook a new secret. Deliveries are signed with up to three secrets: the new one, and the previous two, each until 24 hours after the rotation that replaced it. If you lose the response, rotate again: receivers with the previous secret continue to work. The response contains the new secret, which is never shown again.',
    tag: 'Webhooks',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: NO_BODY,
    answers: { 201: issued('The webhook with its new secret.') },
    problems: ['webhook_not_found', 'precondition_failed', 'object_too_large'],
  },
  'admin/webhooks/test': {
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook.test` to the endpoint, whatever `events` says. The event is not in the change feed. It is sent at once, even while the webhook is paused; a failure does not extend the pause. The list of deliveries shows the result.',
    tag: 'Webhooks',
    parameters: [id],
    body: NO_BODY,
    answers: { 202: delivery('The delivery, before its first try.', A_TEST_DELIVERY) },
    problems: ['webhook_not_found', 'webhook_disabled'],
  },
  'admin/webhooks/deliveries/list': {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook',
    description:
      'Returns a page of deliveries, newest event first, with every try. An event that waits for its first try is `pending` and has no tries. Deliveries are stored for 30 days, like their events. A page can be short, even empty, although more pages follow, because a request reads at most about 4 MB of the table.',
    tag: 'Webhooks',
    parameters: [id, ...QUERIES.deliveries],
    answers: {
      200: {
        description: 'A page of deliveries.',
        schema: ref('DeliveryList'),
        example: listExample(A_DELIVERY),
        headers: ['Link'],
      },
    },
    problems: ['webhook_not_found'],
  },
  'admin/webhooks/deliveries/get': {
    operationId: 'getDelivery',
    summary: 'Get a delivery',
    description:
      'Returns one delivery with every try. An event that waits for its first try is `pending` and has no tries.',
    tag: 'Webhooks',
    parameters: [id, pathParameter('delivery_id', 'The id of the delivery.')],
    answers: { 200: delivery('The delivery.', A_DELIVERY) },
    problems: ['webhook_not_found', 'delivery_not_found'],
  },
  'admin/webhooks/deliveries/redeliver-failed': {
    operationId: 'redeliverFailed',
    summary: 'Send failed deliveries again',
    description: `Sends the failed deliveries of events in a period again, oldest first, up to ${MOST_REDELIVERED} per request, each with all its tries. They are sent at once, even while the webhook is paused; a failure does not extend the pause. While \`has_more\` is true, send the request again with \`next_from\` as \`from\`. A request reads at most about 4 MB of the table, so \`count\` can be small, even 0, although more follow. Retrying does no harm: a delivery that is sent again is \`pending\`, no longer failed.`,
    tag: 'Webhooks',
    parameters: [id],
    body: {
      schema: 'Redelivery',
      description: 'The deliveries to send again.',
      example: { status: 'failed', from: '2026-11-20T09:00:00.000Z', until: '2026-11-20T10:00:00.000Z' },
    },
    answers: {
      202: {
        description: 'How many deliveries are sent again.',
        schema: ref('Redelivered'),
        example: A_REDELIVERED,
      },
    },
    problems: ['webhook_not_found', 'webhook_disabled'],
  },
  'admin/webhooks/deliveries/redeliver': {
    operationId: 'redeliver',
    summary: 'Send a delivery again',
    description:
      'Sends an event again, whether its delivery has succeeded, failed or is pending, with all its tries. It is sent at once, even while the webhook is paused; a failure does not extend the pause.',
    tag: 'Webhooks',
    parameters: [id, pathParameter('delivery_id', 'The id of the delivery.')],
    body: NO_BODY,
    answers: { 202: delivery('The delivery, before the next try.', A_PENDING_DELIVERY) },
    problems: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
  },
} as const satisfies Record<string, OperationSpec>
