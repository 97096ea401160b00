import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { updateBusiness } from '../../lib/data/businesses.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { FEED_DELAY_MS } from '../../lib/data/table/calls/times.ts'
import { useTable } from '../../lib/environment.ts'
import { disturb, engineProcess, openWay } from './acknowledged-engine.ts'
import { follow, readFeed } from './acknowledged-follower.ts'
import { judge } from './acknowledged-judge.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import type { Run } from './run.ts'
import type { ProvenStack } from './stack.ts'

const PRODUCTS = 2
/** Writers that send requests, and writers that work in this process, by a bad way to the table. */
const CALLERS = 4
const WORKERS = 2
const ROUND_MS = 60_000
/** An abandoned call can still be carried out by an engine that stood still; after this all events are in the feed. */
const SETTLE_MS = FEED_DELAY_MS + 5_000
/** So often is a write sent again that may not have been carried out. */
const MOST_TRIES = 4

/** The object of a write: the business itself, or one of its products. */
interface Thing {
  kind: 'business' | 'product'
  id: string
}

/** The content of a write: a mark in the metadata that no other has, or nothing new. */
type Patch = { metadata: { mark: string } } | Record<string, never>

/** The response to a write: the object, or a status that leaves the outcome of the write unknown. */
interface Answered {
  status: number
  body: { id?: string; version?: number; updated_at?: string; metadata?: Record<string, string> }
}

/** An answer to a write, kept whole. */
export interface Kept extends Answered {
  writer: string
  tries: number
  patch: Patch
  sentAt: string
  answeredAt: string
}

type Write = (thing: Thing, patch: Patch) => Promise<Answered>

/**
 * Writes while the engine of the table stands still or is slow: each version that was acknowledged has exactly one event,
 * which says what the answer said.
 */
export async function proveAcknowledged({ table, engine, baseUrl }: ProvenStack, run: Run): Promise<void> {
  const pid = engineProcess(engine.command)
  const way = await openWay(table.endpoint, run)
  // Its client of the table is made once.
  useTable({ name: table.name, endpoint: way.endpoint })
  try {
    while (run.goesOn()) {
      const merchant = await makeMerchant(baseUrl, ['tea'])
      const things = await makeThings(merchant)
      let isSettled = false
      const feed = { token: merchant.token, baseUrl }
      const followed = follow(feed, () => isSettled)
      way.isBad = true
      const kept = await writeForAWhile(things, writersOf(merchant, baseUrl), pid, run)
      way.isBad = false
      await wait(SETTLE_MS)
      isSettled = true
      await judge(merchant, { kept, followed: await followed, shown: await readFeed(feed) }, run)
    }
  } finally {
    await way.close()
  }
}

async function makeThings({ business, call }: Merchant): Promise<Thing[]> {
  const things: Thing[] = [{ kind: 'business', id: business.id }]
  while (things.length <= PRODUCTS) {
    const { body } = await call('POST', '/admin/products', { name: 'Tea', price: 1, category_id: 'tea' })
    things.push({ kind: 'product', id: `${body.id}` })
  }
  return things
}

const writersOf = (merchant: Merchant, baseUrl: string): [name: string, write: Write][] => [
  ...Array.from(
    { length: CALLERS },
    (_, n) => [`caller ${n}`, callsOf(merchant, baseUrl)] as [string, Write],
  ),
  ...Array.from({ length: WORKERS }, (_, n) => [`worker ${n}`, worksOf(merchant)] as [string, Write]),
]

async function writeForAWhile(
  things: readonly Thing[],
  writers: readonly [name: string, write: Write][],
  enginePid: number,
  run: Run,
): Promise<Kept[]> {
  const endsAt = Date.now() + ROUND_MS
  const isOver = () => Date.now() > endsAt || !run.goesOn()
  const kept: Kept[] = []
  const work = async ([writer, write]: [string, Write]) => {
    while (!isOver()) {
      await writeOnce(run.oneOf(things), write, run, (answer) => kept.push({ writer, ...answer }))
      run.advance()
    }
  }
  await Promise.all([disturb(enginePid, run, isOver), ...writers.map(work)])
  return kept
}

/** Sends one write, and again what may not have been carried out, as a client does. */
async function writeOnce(
  thing: Thing,
  write: Write,
  run: Run,
  keep: (answer: Omit<Kept, 'writer'>) => void,
): Promise<void> {
  const patch: Patch = run.below(10) === 0 ? {} : { metadata: { mark: randomUUID() } }
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const sentAt = new Date().toISOString()
    const answer = await write(thing, patch)
    keep({ ...answer, tries, patch, sentAt, answeredAt: new Date().toISOString() })
    if (answer.status === 200) return
    run.count(`answers ${answer.status}`)
    await wait(run.below(1_000))
  }
}

/** Writes through the API. A gateway that answers for a function counts as an answer too. */
const callsOf =
  ({ token }: Merchant, baseUrl: string): Write =>
  async ({ kind, id }, patch) => {
    const path = kind === 'business' ? '/admin/business' : `/admin/products/${id}`
    const response = await fetch(baseUrl + path, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(patch),
    })
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
  }

/** Writes in this process, as the function does. */
const worksOf =
  ({ business }: Merchant): Write =>
  async ({ kind, id }, { metadata = {} }) => {
    const change = <T extends { metadata: Record<string, string> }>(stored: T): T => ({
      ...stored,
      metadata: { ...stored.metadata, ...metadata },
    })
    try {
      const body = await (kind === 'business'
        ? updateBusiness(id, change)
        : updateProduct(business.id, id, change))
      return { status: body ? 200 : 404, body: body ?? {} }
    } catch (error) {
      if (error instanceof TableUnavailable) return { status: 503, body: {} }
      throw error
    }
  }
