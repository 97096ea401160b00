import { deleteWebhook, rotateSecret, updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import type { Simulation } from '../delivery/simulation/simulation.ts'
import { beforeSteps, killWhen } from '../delivery/simulation/tasks.ts'
import { inPercent } from './events-endpoints.ts'
import type { Run } from './run.ts'

const MINUTE = 60_000

/** The stream is cut for so long. */
const CUT_MS = 7 * MINUTE
/**
 * Three events a minute, which is a busy shop, and now and then some at once. The more there are, the more wait when a run
 * is killed: these are sent ten at a time, and the next kill has all ten arrive twice.
 */
const LONGEST_GAP_MS = 60_000
const BURST_PERCENT = 5
const BIGGEST_BURST = 20
/** A commit comes this much later than its event's id at most (`FEED_DELAY_MS`). */
const LATEST_MS = 13_000
/** The clock of an instance is this far from the right time at most. */
export const CLOCKS_APART_MS = 5_000

/** So many of a hundred steps meet a wake-up, and so many writes take up to so long. */
const WAKE_UP_PERCENT = 0.5
const SLOW_PERCENT = 5
const SLOWEST_MS = 1_000

/** Begins the faults that happen while events come: lost and doubled messages, wrong clocks, and kills. */
export function beginChaos({ world, business, webhooks }: Scene, run: Run, killPercent: number): void {
  world.loses = (what) => inPercent(run, what === 'event' ? 3 : 1)
  world.doubles = () => inPercent(run, 1)
  world.skew = () => run.below(2 * CLOCKS_APART_MS + 1) - CLOCKS_APART_MS
  world.random = () => run.below(1_000) / 1_000
  killWhen(() => inPercent(run, killPercent))
  beforeSteps(async (step) => {
    // A wake-up arrives between two steps, in the middle of whatever its webhook's run does.
    if (inPercent(run, WAKE_UP_PERCENT)) void world.arrive(business, run.oneOf([...webhooks.values()]))
    if (/^(Put|Update|Delete|TransactWrite)Command$/.test(step) && inPercent(run, SLOW_PERCENT))
      await world.clock.pass(run.below(SLOWEST_MS))
  })
}

/** From now on nothing goes wrong but what endpoints do, and clocks. */
export function endChaos(world: Simulation): void {
  world.isStreamDown = false
  world.loses = () => false
  world.doubles = () => false
  killWhen(() => false)
  beforeSteps(async () => {})
}

export interface Scene {
  world: Simulation
  business: string
  webhooks: ReadonlyMap<string, Webhook>
  /** The URLs of each webhook, by its name: one has two. */
  urls: Map<string, string[]>
  /** From when on a URL must no longer be called. */
  over: Map<string, number>
}

type Act = (scene: Scene) => Promise<void>

/** Commits so many events, some alone and some together, and changes webhooks meanwhile. */
export async function sendTraffic(scene: Scene, run: Run, events: number): Promise<void> {
  const { world, business } = scene
  const acts = [...ACTS]
  for (let n = 0; n < events; ) {
    const together = inPercent(run, BURST_PERCENT) ? 2 + run.below(BIGGEST_BURST - 1) : 1
    for (let left = together; left > 0 && n < events; left--, n++) {
      const bornMsAgo = inPercent(run, 5) ? run.below(LATEST_MS) : 0
      const type = run.oneOf(['product.updated', 'product.created', 'category.updated'] as const)
      await world.commitEvent(business, { bornMsAgo, type })
    }
    await world.pass(run.below(LONGEST_GAP_MS))
    for (let [next] = acts; next && n >= next.at * events; [next] = acts) {
      acts.shift()
      await next.act(scene)
    }
  }
  for (const { act } of acts) await act(scene)
}

const webhookOf = ({ webhooks }: Scene, name: string): Webhook => {
  const webhook = webhooks.get(name)
  if (!webhook) throw new Error(`there is no webhook ${name}`)
  return webhook
}

/** Makes a change, and has the stream and the API tell. */
const changing =
  (name: string, change: (scene: Scene, id: string, now: Date) => Promise<unknown>): Act =>
  async (scene) => {
    const webhook = webhookOf(scene, name)
    await change(scene, webhook.id, new Date(scene.world.clock.now))
    scene.world.webhookChanged(scene.business, webhook)
    scene.world.wake(scene.business, webhook)
  }

const ALL_SENDS_ENDED_MS = 70_000

/** When the webhook was disabled, from when on it later gets what it has missed. */
const disabledAt = new WeakMap<Scene, string>()

const ACTS: readonly { at: number; act: Act }[] = [
  {
    at: 0.2,
    act: changing('changed', ({ business }, id, now) => rotateSecret(business, id, { now })),
  },
  {
    at: 0.35,
    act: changing('changed', ({ business, urls, over, world }, id, now) => {
      const [before = ''] = urls.get('changed') ?? []
      const url = `${before}moved`
      world.endpoints.set(url, () => ({ status: 200, ms: 30 }))
      urls.get('changed')?.push(url)
      over.set(before, now.getTime() + ALL_SENDS_ENDED_MS)
      return updateWebhook(business, id, (stored) => ({ webhook: { ...stored, url } }), { now })
    }),
  },
  {
    at: 0.4,
    act: async ({ world }) => {
      world.isStreamDown = true
      world.clock.after(CUT_MS, () => {
        world.isStreamDown = false
      })
    },
  },
  {
    at: 0.55,
    act: changing('changed', (scene, id, now) => {
      disabledAt.set(scene, now.toISOString())
      const disable = (stored: Webhook) => ({ webhook: { ...stored, is_enabled: false } })
      return updateWebhook(scene.business, id, disable, { now })
    }),
  },
  {
    at: 0.7,
    act: changing('changed', (scene, id, now) => {
      const replayFrom = disabledAt.get(scene)
      const enable = (stored: Webhook) => ({ webhook: { ...stored, is_enabled: true }, replayFrom })
      return updateWebhook(scene.business, id, enable, { now })
    }),
  },
  {
    at: 0.8,
    act: async (scene) => {
      const { id, url } = webhookOf(scene, 'deleted')
      const { now } = scene.world.clock
      await deleteWebhook(scene.business, id, { now: new Date(now) })
      scene.over.set(url, now + ALL_SENDS_ENDED_MS)
    },
  },
]
