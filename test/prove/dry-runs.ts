import { isDeepStrictEqual } from 'node:util'
import { tableOf } from '../support/table-of.ts'
import { anyChanges, anyOperation, makeScene, type Scene } from './dry-runs-writes.ts'
import type { Answer } from './merchant.ts'
import { recordedEvents } from './recorded-events.ts'
import { hold, type Run } from './run.ts'

const RUNS_PER_SHOP = 250
const MOST_OPERATIONS = 4
/** So many dry runs of a hundred are carried out after it, which changes what the next ones meet. */
const CARRIED_OUT_PERCENT = 40
/** After so many dry runs the table is read. A fault is one of them then. */
const RUNS_PER_READ = 10

/**
 * Tries operations and adjustments that are made at random, most of which could be carried out. Nothing in the table changes,
 * and one that is carried out directly afterwards gets the same result and records the same events.
 */
export async function proveDryRuns(
  { baseUrl }: { baseUrl: string },
  run: Run,
  read: typeof tableOf = tableOf,
): Promise<void> {
  while (run.goesOn()) {
    const scene = await makeScene(baseUrl, run)
    for (let left = run.left(RUNS_PER_SHOP); left > 0; left--) await tryAndCompare(scene, left, read)
  }
}

async function tryAndCompare(scene: Scene, left: number, read: typeof tableOf): Promise<void> {
  const { run, merchant } = scene
  const before = scene.table ?? (await read(merchant.business.id))
  const isCarriedOut = run.below(100) < CARRIED_OUT_PERCENT
  const write = run.below(3) === 0 ? anyAdjustment(scene) : anyBulk(scene, isCarriedOut)
  const tried = await merchant.call('POST', `${write.path}?dry_run=true`, write.body)
  run.advance()
  if (left % RUNS_PER_READ === 0 || isCarriedOut || left === 1) {
    const now = await read(merchant.business.id)
    hold(isDeepStrictEqual(now, before), () => `a dry run wrote: ${JSON.stringify(write)}`)
  }
  scene.table = isCarriedOut ? undefined : before
  if (isCarriedOut) await carryOut(scene, write, tried)
}

interface Write {
  path: string
  body: object
}

function anyBulk(scene: Scene, isAlone: boolean): Write {
  const count = isAlone ? 1 : 1 + scene.run.below(MOST_OPERATIONS)
  const operations = Array.from({ length: count }, () => anyOperation(scene))
  return { path: '/admin/products/bulk', body: { operations } }
}

const anyAdjustment = (scene: Scene): Write => ({
  path: '/admin/inventory/adjust',
  body: { reason: 'correction', changes: anyChanges(scene) },
})

/** A result without what a write and its dry run have of their own: ids of what is new, and of the request. */
function likeness({ body, status }: Answer): unknown {
  const own = new Set([
    'id',
    'instance',
    'request_id',
    'events',
    'variants',
    'options',
    'quantities',
    'sku',
    'plan',
  ])
  return JSON.parse(JSON.stringify({ status, body }, (name, value) => (own.has(name) ? undefined : value)))
}

async function carryOut(scene: Scene, write: Write, tried: Answer): Promise<void> {
  const { run, merchant } = scene
  const earlier = (await recordedEvents(merchant.business.id)).at(-1)?.id
  const done = await merchant.call('POST', write.path, write.body)
  const said = () => JSON.stringify({ write, tried: tried.body, done: done.body }, null, 1)
  hold(isDeepStrictEqual(likeness(tried), likeness(done)), () => `another result: ${said()}`)
  const recorded = await recordedEvents(merchant.business.id, earlier)
  const foreseen = eventsIn(tried.body)
  hold(isDeepStrictEqual(lasting(foreseen), lasting(recorded)), () => `other events: ${said()}`)
  for (const { type, data } of recorded) if (type === 'product.created') scene.ids.push(`${data.id}`)
  run.count(recorded.length > 0 ? 'carried out' : 'refused or unchanged')
}

interface Recorded {
  type: string
  data: Record<string, unknown>
}

function eventsIn(body: Answer['body']): Recorded[] {
  const { events, data } = body
  const [result] = Array.isArray(data) ? data : []
  return events ?? result?.events ?? []
}

/** Events without the ids and times that a write makes, and without slugs made by chance. Those of one write have no order. */
const lasting = (events: readonly Recorded[]): string[] =>
  events
    .map(({ type, data: { id, slug, created_at: _, updated_at: __, ...data } }) =>
      JSON.stringify({ type, data: Object.entries(data).sort() }),
    )
    .sort()
