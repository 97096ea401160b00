import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../lib/api/routes.ts'
import { catchLog } from '../support/log.ts'
import { inTurn } from '../support/turns.ts'
import { useFaultProxy } from './bench.ts'
import { callRoute } from './caller.ts'
import type { Plan } from './fault-proxy.ts'
import { canMeet, IS_WHOLE, PASSING, REFUSED } from './faults.ts'
import { READS } from './read-scenarios.ts'
import { prepare, SCENARIOS } from './scenarios.ts'
import { type Bench, setUp } from './trial.ts'

const proxy = useFaultProxy()

const WRITES = Object.values(SCENARIOS).flat()
const ALL = [...READS, ...WRITES]
/** To a read it makes no difference whether it was turned away or not done. */
const TYPICAL = PASSING.filter(({ kind }) => kind === 'turned away' || kind === 'no answer' || kind === 'met')

/** One by key, one of a page, and one of many keys. */
const IN_EVERY_WAY = READS.filter(({ route }) =>
  ['GET /admin/products/{id}', 'GET /admin/products', 'GET /admin/webhooks/{id}/deliveries'].includes(route),
)

const isRead = (operation: string) => operation !== 'TransactWriteItems'

test('every route under /admin is tried', () => {
  const routes = ROUTES.filter(({ path }) => path.startsWith('/admin'))
  const tried = new Set(ALL.map(({ route }) => route))
  expect([...tried].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
})

// A write reads with the same functions as all others.
describe.each(IS_WHOLE ? ALL : [...READS, ...inTurn(WRITES)])('$route $variant', (scenario) => {
  let bench: Bench
  beforeAll(async () => {
    bench = await setUp(proxy(), scenario)
  })

  const isWhole = scenario.route.startsWith('GET') && (IS_WHOLE || IN_EVERY_WAY.includes(scenario))
  const faults = isWhole ? PASSING : TYPICAL
  test.each(faults)('returns the same although one read fails ($name)', async (fault) => {
    for (const [at, operation] of bench.operations.entries()) {
      if (!isRead(operation) || !canMeet(operation, fault)) continue
      const { reply, state } = await bench.attempt((n) => (n === at ? fault : undefined))
      expect([operation, reply.status]).toEqual([operation, bench.status])
      expect(state).toEqual(bench.after)
    }
  })

  // Every call of a write meets it in `tryEveryCall`.
  if (!scenario.route.startsWith('GET')) return
  test('returns 500 where the table refuses a read for its content', async () => {
    for (const [at, operation] of bench.operations.entries()) {
      // The bucket of a key stops nobody.
      if (operation === 'UpdateItem') continue
      const { reply } = await bench.attempt((n) => (n === at ? REFUSED : undefined))
      expect([operation, reply.status, reply.body.code]).toEqual([operation, 500, 'internal_error'])
    }
  })
})

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    yield ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const CHOSEN = PASSING.filter(({ isOfSingleWrites }) => !isOfSingleWrites)

/** One of the faults of a read, with this probability. */
function atRandom(share: number, seed: number): Plan {
  const numbers = randomNumbers(seed)
  return (_, operation) => {
    const [chance, choice] = [numbers.next().value, numbers.next().value]
    if (!isRead(operation) || chance >= share) return undefined
    return CHOSEN[Math.floor(choice * CHOSEN.length)]
  }
}

test.each([
  { share: 0.01, creates: 100 },
  { share: 0.05, creates: 100 },
])(
  'of $creates creates none is refused and no alarm is raised while $share of the reads fail',
  async (given) => {
    const prepared = await prepare({ route: 'POST /admin/products', prepare: async () => ({}) })
    const lines = catchLog()
    proxy().plan(atRandom(given.share, 20_261_122))
    const statuses = new Map<number, number>()
    for (let n = 0; n < given.creates; n++) {
      const sent = { body: { name: `Tea ${n}`, slug: `tea-${n}`, price: n, category_id: 'tea' } }
      const { status } = await callRoute('POST /admin/products', { ...prepared, sent })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const faults = proxy().calls.filter(({ fault }) => fault).length
    proxy().plan()
    expect(faults).toBeGreaterThan(given.share * given.creates)
    expect(statuses).toEqual(new Map([[201, given.creates]]))
    expect(lines.filter(({ alarm }) => alarm !== undefined)).toEqual([])
  },
)
