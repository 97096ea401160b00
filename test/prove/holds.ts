import { listHolds } from '../../lib/data/holds/list-holds.ts'
import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { runDue } from '../../lib/due/run-due.ts'
import { killWhen, runTask, settled, watchTable } from '../delivery/simulation/tasks.ts'
import { inPercent } from './events-endpoints.ts'
import { judge } from './holds-judge.ts'
import { anyMove } from './holds-moves.ts'
import { makeScene, type Scene } from './holds-scene.ts'
import { makePlain, readLevels } from './inventory-goods.ts'
import { type Answer, type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

const WRITERS = 8
const MOVES_PER_ROUND = 250
/** Of a hundred calls to the table so many are the last ones of their move. */
const KILL_PERCENT = 1
/** So many rounds have one checkout with more buyers than pieces. */
const ROUNDS_PER_CHECKOUT = 40

const BUYERS = 200
const PIECES = 100

/**
 * Lets holds, commits, releases, ends, sales and counts race on few pieces, beside options that come and go and tracking
 * that ends and begins, by the real code on the real table, with kills before its calls; then a checkout over HTTP in which
 * some leave and some pay twice.
 */
export async function proveHolds({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  for (let round = 0; run.goesOn(); round++) {
    const scene = await makeScene(baseUrl, run)
    await race(scene)
    await judge(scene)
    await endAll(scene)
    await judge(scene)
    if (round % ROUNDS_PER_CHECKOUT > 0) continue
    await checkOut(await makeMerchant(baseUrl, ['tea']))
    run.count('checkouts')
  }
}

async function race(scene: Scene): Promise<void> {
  const { run } = scene
  const stop = watchTable()
  killWhen(() => inPercent(run, KILL_PERCENT))
  const never = new Promise<void>(() => {})
  let left = run.left(MOVES_PER_ROUND)
  const writer = async () => {
    for (; left-- > 0; run.advance()) {
      const outcome = await runTask(anyMove(scene), never).catch((error: unknown) => {
        // On a busy machine writers wait for their turn until their time is over. Like a killed move it may be done in part.
        if (!(error instanceof TableUnavailable)) throw error
        return 'out of time' as const
      })
      run.count(outcome)
    }
  }
  try {
    await Promise.all(Array.from({ length: WRITERS }, writer))
    // Calls that a killed move had already sent still arrive.
    await settled()
  } finally {
    killWhen(() => false)
    stop()
  }
}

/** The clock of an hour later: nothing is held behind it. */
async function endAll({ business, run }: Scene): Promise<void> {
  const { items: held } = await listHolds(business.id, { status: 'held' }, { limit: 200 })
  run.count('left to the clock', held.length)
  const real = Date.now
  Date.now = () => real() + 3_600_000
  try {
    await runDue()
  } finally {
    Date.now = real
  }
  const { items } = await listHolds(business.id, { status: 'held' }, { limit: 200 })
  hold(items.length === 0, () => `the clock has left ${JSON.stringify(items)}`)
}

/** Twice as many want a piece as there are; every third leaves, every fifth pays twice. Each piece is sold once. */
async function checkOut(merchant: Merchant): Promise<void> {
  const good = await makePlain(merchant, 'steady', 0, PIECES)
  const buyers = Array.from({ length: BUYERS }, (_, n) => buy(merchant, good.id, n))
  const sold = (await Promise.all(buyers)).reduce((sum, pieces) => sum + pieces, 0)
  const left = (await readLevels(merchant)).get(good.id)?.quantity
  hold(sold + (left ?? 0) === PIECES, () => `of ${PIECES} pieces ${sold} are paid for, and ${left} left`)
}

/** Returns how many pieces the buyer has paid for. */
async function buy({ call }: Merchant, variant_id: string, n: number): Promise<number> {
  const path = `/admin/inventory/holds/cart-${n}`
  const patient = async (send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await send()
      if (answer.status !== 503) return answer
    }
  }
  const held = await patient(() => call('PUT', path, { items: [{ variant_id, quantity: 1 }] }))
  if (held.status === 409) return 0
  hold(held.status < 300, () => `a hold answers ${held.status} ${JSON.stringify(held.body)}`)
  if (n % 3 === 0) {
    const { status } = await patient(() => call('DELETE', path))
    hold(status === 204, () => `a release answers ${status}`)
    return 0
  }
  const pay = (payment: string) => patient(() => call('POST', `${path}/commit`, { payment }))
  const paid = await Promise.all(n % 5 === 0 ? [pay('pi_1'), pay('pi_2')] : [pay('pi_1')])
  const statuses = paid.map(({ status }) => status).sort()
  hold(
    `${statuses}` === (n % 5 === 0 ? '200,409' : '200'),
    () => `the payments of a buyer answer ${statuses}`,
  )
  return 1
}
