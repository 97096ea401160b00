import { randomUUID } from 'node:crypto'
import { handler as dispatch } from '../../functions/events/dispatch.ts'
import { handler as deliver } from '../../functions/webhooks/deliver.ts'
import { handler as sweep } from '../../functions/webhooks/sweep.ts'
import type { BACKGROUND, ROUTES } from '../../lib/api/routes.ts'
import { sendImport } from '../../lib/data/imports/import-message.ts'
import { withImportsBegunBefore } from '../../lib/data/imports/running-imports.ts'
import { requestIndex } from '../../lib/data/search/index-request.ts'
import {
  ENABLED_SHARDS,
  enabledPartition,
  eventKey,
  runningImportKey,
  webhookStateKey,
} from '../../lib/data/table/keys.ts'
import { createWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { recordEvent } from '../admin/webhooks/hooks.ts'
import { runOnce, startImport } from '../import/run/bench.ts'
import { lambdaContext, messageEvent } from '../support/events.ts'
import { corruptItem, itemsIn, removeItem } from '../support/items.ts'
import { makeBusiness, makeKey } from '../support/shop.ts'
import { callRoute } from './caller.ts'
import { IMPORTS } from './import-scenarios.ts'
import { prepare, type Scenario } from './scenarios.ts'
import { WEBHOOKS } from './webhook-scenarios.ts'

type Entry = (typeof ROUTES)[number] | (typeof BACKGROUND)[number]
type Sender = Extract<Entry, { sends: readonly string[] }>['function']

/** A function that sends to a queue. */
interface Sending {
  /** Prepares an invocation in which it sends. Returns how to invoke it, and what came of that. */
  prepare: () => Promise<() => Promise<unknown>>
  /** The calls to a queue that takes nothing, and the outcome then. */
  calls: number
  refused: unknown
  /** The messages that arrive if the first call fails. */
  once: number
}

const HOUR_MS = 60 * 60 * 1000
const BUSINESSES = 12
const FAILED = 'failed: it comes again'

/** An endpoint in one of its scenarios: the client gets the same response, whatever the queue does. */
const endpoint = (scenarios: readonly Scenario[], route: string, calls: number): Sending => ({
  async prepare() {
    const scenario = scenarios.find((one) => one.route === route)
    if (!scenario) throw new Error(`no scenario of ${route}`)
    const prepared = await prepare(scenario)
    return async () => (await callRoute(scenario.route, prepared)).status
  },
  calls,
  refused: 202,
  once: 1,
})

/** The outcome of a function that is invoked again if it fails. */
const background = (invoke: () => Promise<unknown>) => () => invoke().catch(() => FAILED)

async function makeWebhook() {
  const business = await makeBusiness()
  const url = `https://hooks.example/${randomUUID()}`
  const { webhook } = await createWebhook(business.id, {
    url,
    events: ['*'],
    description: '',
    is_enabled: true,
  })
  return { businessId: business.id, webhookId: webhook.id }
}

/** An import that was begun some time ago, and its key. */
async function makeImport(ageMs: number) {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  const file = 'name,external_id,price,category\nCup,cup,1.50,Cups\n'
  return { starter, id: await startImport(starter, file, {}, new Date(Date.now() - ageMs)) }
}

/** Leaves no webhook and no import to a sweep. */
async function emptyLists() {
  const shards = Array.from({ length: ENABLED_SHARDS }, (_, shard) => enabledPartition(shard))
  for (const item of (await Promise.all(shards.map(itemsIn))).flat()) await removeItem(item)
  for await (const businesses of withImportsBegunBefore(Date.now() + HOUR_MS))
    for (const id of businesses) await removeItem(runningImportKey(id))
}

/** Every function that sends: a new one does not compile without its entry. */
export const SENDERS: Record<Sender, Sending> = {
  'admin/webhooks/test': endpoint(WEBHOOKS, 'POST /admin/webhooks/{id}/test', 2),
  'admin/webhooks/deliveries/redeliver-failed': endpoint(
    WEBHOOKS,
    'POST /admin/webhooks/{id}/deliveries/redeliver',
    2,
  ),
  'admin/webhooks/deliveries/redeliver': endpoint(
    WEBHOOKS,
    'POST /admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    2,
  ),
  'admin/imports/create': endpoint(IMPORTS, 'POST /admin/imports', 3),
  'admin/imports/get': {
    // It asks how many messages there are, and sends its own if there are none.
    async prepare() {
      const { starter, id } = await makeImport(HOUR_MS)
      const prepared = { ...starter, sent: { path: { id } } }
      return async () => (await callRoute('GET /admin/imports/{id}', prepared)).status
    },
    calls: 1,
    refused: 200,
    once: 0,
  },
  'products/search': {
    // Once: a shopper waits, and the next search asks again.
    prepare: async () => () => requestIndex(randomUUID(), Date.now()),
    calls: 1,
    refused: undefined,
    once: 0,
  },
  'events/dispatch': {
    async prepare() {
      const Records: Parameters<typeof dispatch>[0]['Records'] = []
      for (let n = 0; n < BUSINESSES; n++) {
        const { businessId } = await makeWebhook()
        const { pk, sk } = eventKey(businessId, await recordEvent(businessId))
        Records.push({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: `${n + 1}` } })
      }
      return () => dispatch({ Records })
    },
    calls: 2,
    refused: { batchItemFailures: [{ itemIdentifier: '1' }] },
    once: BUSINESSES,
  },
  'webhooks/deliver': {
    // A wake-up for later, which it sends on.
    async prepare() {
      const of = await makeWebhook()
      const at = new Date(Date.now() + HOUR_MS).toISOString()
      await corruptItem(webhookStateKey(of.businessId, of.webhookId), { next_at: at })
      const message = messageEvent({ business_id: of.businessId, webhook_id: of.webhookId, at })
      return background(() => deliver(message, lambdaContext()))
    },
    calls: 2,
    refused: FAILED,
    once: 1,
  },
  'imports/run': {
    // A run without time, which leaves the import to the next one.
    async prepare() {
      const { starter, id } = await makeImport(0)
      return background(() => runOnce(starter, id, { workMs: 0, send: sendImport }))
    },
    calls: 3,
    refused: FAILED,
    once: 1,
  },
  'webhooks/sweep': {
    // A webhook that nobody wakes. Its imports are those of test/import/run/sweep-imports.test.ts.
    async prepare() {
      await emptyLists()
      const { businessId, webhookId } = await makeWebhook()
      const next_at = new Date(Date.now() - HOUR_MS).toISOString()
      await corruptItem(webhookStateKey(businessId, webhookId), { next_at })
      return background(() => sweep())
    },
    calls: 2,
    refused: FAILED,
    once: 1,
  },
}
