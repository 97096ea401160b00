import { randomUUID } from 'node:crypto'
import { commit } from '../../../lib/data/table/commit.ts'
import { eventSteps } from '../../../lib/data/table/events.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { newestBefore } from '../../../lib/data/webhooks/feed-events.ts'
import { createWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import { deliver } from '../../../lib/delivery/deliver.ts'
import { dispatch, type StreamRecord } from '../../../lib/delivery/dispatch.ts'
import type { Effects } from '../../../lib/delivery/effects.ts'
import type { Outgoing, Sent } from '../../../lib/delivery/send/send.ts'
import { sweep } from '../../../lib/delivery/sweep.ts'
import type { WakeUp } from '../../../lib/delivery/wake-ups.ts'
import type { EventType } from '../../../lib/domain/resources.ts'
import type { Webhook } from '../../../lib/domain/webhooks/webhook.ts'
import { Clock } from './clock.ts'
import { runTask, step } from './tasks.ts'

/** The response of an endpoint, and the time that it takes. */
export interface Reply {
  status?: number
  error?: Sent['error']
  ms?: number
  retryAfterS?: number
}

/** One call of an endpoint. */
export interface Call {
  url: string
  id: string
  at: number
  status: number | null
}

const VISIBILITY_MS = 90_000
const FUNCTION_MS = 70_000
const MOST_RECEIVES = 5
const STREAM_MS = 200
const START_MS = 50
const SWEEP_MS = 900_000

/**
 * The real code on a real table, with the clock, the stream, the queue and the endpoints in the hands of a test: the
 * queue has the delays, the visibility timeout and the redrive of the template's.
 */
export class Simulation {
  readonly clock: Clock
  /** The responses of each endpoint. */
  readonly endpoints = new Map<string, (outgoing: Outgoing) => Reply>()
  readonly calls: Call[] = []
  messages = 0
  /** How many of them were for each webhook, by its id. */
  readonly messagesOf = new Map<string, number>()
  dead = 0
  kills = 0
  /** True while the stream brings nothing. */
  isStreamDown = false
  /** True while the sweep comes. */
  sweeps = false
  /** True for an event that never comes through the stream, or a wake-up that is lost. */
  loses: (what: 'event' | 'wake-up') => boolean = () => false
  /** True for a wake-up that arrives twice. */
  doubles: () => boolean = () => false
  /** How far the clock of an instance is from the right time, in milliseconds. */
  skew: () => number = () => 0
  random: () => number = () => 0
  /** How many milliseconds later than it should a wait ends. */
  late: () => number = () => 0

  #waiting: StreamRecord[] = []

  constructor(now = Date.now()) {
    this.clock = new Clock(now)
  }

  /** Makes a webhook now, with its endpoint. */
  async makeWebhook(
    businessId: string,
    endpoint: (outgoing: Outgoing) => Reply,
    events = ['*'],
  ): Promise<Webhook> {
    const url = `https://${randomUUID()}.example/`
    this.endpoints.set(url, endpoint)
    const { webhook } = await createWebhook(
      businessId,
      { url, events, description: '', is_enabled: true },
      { now: new Date(this.clock.now) },
    )
    return webhook
  }

  /** Commits an event; what it is about does not matter. Returns its id. */
  async commitEvent(
    businessId: string,
    { bornMsAgo = 0, type = 'product.updated' }: { bornMsAgo?: number; type?: EventType } = {},
  ): Promise<string> {
    const [event] = eventSteps(
      businessId,
      { type, data: { id: randomUUID() }, previous: {} },
      new Date(this.clock.now - bornMsAgo),
    )
    if (!event) throw new Error('an event has no step')
    await commit([event])
    const id = String(event.write.Put?.Item?.sk)
    if (!this.loses('event')) this.#stream(keys.eventKey(businessId, id))
    return id
  }

  /** Has the stream bring what happened to a webhook. */
  webhookChanged(businessId: string, { id }: Webhook): void {
    this.#stream(keys.webhookKey(businessId, id))
  }

  /** Has the stream bring the newest event of a business, which something else than `commitEvent` made. */
  async newestCommitted(businessId: string): Promise<void> {
    const id = await newestBefore(businessId, keys.lastWithPrefix('evt_'))
    if (id === undefined) throw new Error('the business has no event')
    this.#stream(keys.eventKey(businessId, id))
  }

  /** Sends a wake-up, as the API does. */
  wake(businessId: string, { id }: Webhook): void {
    void this.#send({ business_id: businessId, webhook_id: id }, 0)
  }

  /** Has a wake-up arrive now; resolves when the run that it begins, if any, has ended. */
  arrive(businessId: string, { id }: Webhook, more: Partial<WakeUp> = {}): Promise<void> {
    this.messages++
    return this.#receive({ business_id: businessId, webhook_id: id, ...more }, 1)
  }

  /** Has the sweep run as often as the template's rule says. */
  startSweeping(): void {
    this.sweeps = true
    this.clock.after(SWEEP_MS, () => {
      if (!this.sweeps) return
      void this.#invoke(() => sweep(this.#world()))
      this.startSweeping()
    })
  }

  /** Lets so much time pass. */
  pass = (ms: number): Promise<void> => this.clock.runUntil(this.clock.now + ms)

  #stream({ pk, sk }: keys.Key): void {
    const SequenceNumber = String(this.#waiting.length)
    this.#waiting.push({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber } })
    if (this.#waiting.length === 1) this.clock.after(STREAM_MS, () => void this.#readStream())
  }

  async #readStream(): Promise<void> {
    if (this.isStreamDown) return this.clock.after(STREAM_MS, () => void this.#readStream())
    const batch = this.#waiting.slice(0, 100)
    const failed = await this.#invoke(() => dispatch(batch, this.#world()))
    if (failed === 'killed' || failed.length > 0)
      return this.clock.after(STREAM_MS, () => void this.#readStream())
    this.#waiting.splice(0, batch.length)
    if (this.#waiting.length > 0) this.clock.after(STREAM_MS, () => void this.#readStream())
  }

  /** A message as SQS keeps it. */
  async #send(wakeUp: WakeUp, delayS: number): Promise<void> {
    this.messages++
    this.messagesOf.set(wakeUp.webhook_id, (this.messagesOf.get(wakeUp.webhook_id) ?? 0) + 1)
    if (this.loses('wake-up')) return
    for (let times = this.doubles() ? 2 : 1; times > 0; times--)
      this.clock.after(delayS * 1000 + START_MS, () => void this.#receive(wakeUp, 1))
  }

  async #receive(wakeUp: WakeUp, receives: number): Promise<void> {
    const outcome = await this.#invoke(() => deliver(wakeUp, randomUUID(), this.#world())).catch(
      (error: unknown) => ({ error }),
    )
    const hasFailed = outcome === 'killed' || (outcome !== undefined && 'error' in outcome)
    if (!hasFailed) return
    if (receives === MOST_RECEIVES) this.dead++
    else this.clock.after(VISIBILITY_MS, () => void this.#receive(wakeUp, receives + 1))
  }

  /** One invocation, which is stopped when its time is over. */
  async #invoke<T>(work: () => Promise<T>): Promise<T | 'killed'> {
    const outcome = await runTask(work, this.clock.pass(FUNCTION_MS))
    if (outcome === 'killed') this.kills++
    return outcome
  }

  /** The world of one invocation. */
  #world(): Effects {
    const skew = this.skew()
    return {
      now: () => this.clock.now + skew,
      random: this.random,
      wait: (ms) => this.clock.pass(ms + this.late()),
      send: (outgoing) => this.#call(outgoing),
      wake: (wakeUps, delayS) =>
        step('wake', async () => {
          for (const wakeUp of wakeUps) await this.#send(wakeUp, delayS)
        }),
    }
  }

  async #call(outgoing: Outgoing): Promise<Sent> {
    const { url, id } = outgoing
    const reply = this.endpoints.get(url)?.(outgoing) ?? { error: 'name_not_found' }
    const { status = null, error = null, ms = 20, retryAfterS = null } = reply
    await step('send', async () => this.calls.push({ url, id, at: this.clock.now, status }))
    await this.clock.pass(ms)
    return { status_code: status, error, duration_ms: ms, retry_after_s: retryAfterS }
  }
}
