import { setTimeout as wait } from 'node:timers/promises'
import { comeToRest, countCalls } from './deliveries-judge.ts'
import { proveRareType } from './deliveries-rare.ts'
import { type ReceivedWebhook, type Receiver, type Respond, withReceiver } from './deliveries-receiver.ts'
import { inProcesses, type Place, type StackProcess } from './deliveries-stack.ts'
import { type Answer, type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

const DELIVERIES_PER_ROUND = 500
const LEAST_KILLS = 20
const BUSINESSES = 4
const WEBHOOKS = 5
/** A life in which nothing comes that it waits for ends after so long. */
const LONGEST_LIFE_MS = 10_000

/** A business, the endpoints of its webhooks, and its products. */
export interface Shop {
  merchant: Merchant
  webhooks: ReceivedWebhook[]
  productIds: string[]
  /** The changes whose response was a success, as `<product> <version>`. */
  committed: Set<string>
}

/**
 * Kills the local stack again and again, at random moments, while products change and their events are delivered. At the
 * end it comes to rest, and every event of the feed has been delivered to each webhook of its business and to no other,
 * signed and unchanged; what came twice came under one id. Then a paused webhook of a rare type gets its event amid 150,000
 * others. Counts deliveries.
 */
export async function proveDeliveries(run: Run): Promise<void> {
  await inProcesses(async (place) => {
    while (run.goesOn()) await playRound(place, run)
    await proveRareType(place, run)
  })
}

async function playRound(place: Place, run: Run): Promise<void> {
  const calls = new CallWatch()
  const respond = respondBy(run, () => calls.add())
  await withReceiver(respond, async (receiver) => {
    const first = place.start()
    const baseUrl = await first.ready
    const shops: Shop[] = []
    for (let n = 0; n < BUSINESSES; n++) shops.push(await makeShop(baseUrl, receiver))
    await killAgainAndAgain(first, { place, run, shops, receiver, calls })

    const quiet = place.start()
    await quiet.ready
    await comeToRest(quiet, { shops, receiver }, run)
    await killAtCommit(quiet, shops, run)
    const last = place.start()
    await last.ready
    countCalls(await comeToRest(last, { shops, receiver }, run), run)
    await last.kill()
  })
}

/** Most calls succeed, some late; the first try of some events is refused, so that it is due again. */
const respondBy =
  (run: Run, onCall: () => void): Respond =>
  (_endpoint, _id, n) => {
    onCall()
    const isRefused = n === 1 && run.below(20) === 0
    if (isRefused) run.count('refused at first')
    return { status: isRefused ? 503 : 204, afterMs: run.below(150) }
  }

/** Counts calls, and resolves when so many more have come. */
class CallWatch {
  #calls = 0
  #wake = () => {}

  add(): void {
    this.#calls++
    this.#wake()
  }

  more(count: number): Promise<void> {
    const enough = this.#calls + count
    return new Promise((resolve) => {
      this.#wake = () => {
        if (this.#calls >= enough) resolve()
      }
    })
  }
}

async function makeShop(baseUrl: string, receiver: Receiver): Promise<Shop> {
  const merchant = await makeMerchant(baseUrl, ['tea'])
  const webhooks = []
  for (let n = 0; n < WEBHOOKS; n++) {
    webhooks.push(await receiver.addWebhook(merchant, 'product.*'))
  }
  const shop: Shop = { merchant, webhooks, productIds: [], committed: new Set() }
  await createProduct(shop)
  return shop
}

interface Killing {
  place: Place
  run: Run
  shops: Shop[]
  receiver: Receiver
  calls: CallWatch
}

/** One life after the other, until enough was killed and enough is to be delivered. */
async function killAgainAndAgain(first: StackProcess, killing: Killing): Promise<void> {
  const { place, run, shops, receiver } = killing
  const due = () => shops.reduce((sum, { committed }) => sum + committed.size * WEBHOOKS, 0)
  const wanted = run.left(DELIVERIES_PER_ROUND)
  let life = first
  for (let kills = 0; kills < LEAST_KILLS || due() < wanted; kills++) {
    if (kills > 0) life = place.start()
    await live(life, killing)
    receiver.judge()
  }
  run.advance(due())
}

/**
 * Kills the stack as soon as the first of some changes has succeeded, when nothing else is under way: of these changes only
 * the stream of the table knows.
 */
async function killAtCommit(life: StackProcess, shops: Shop[], run: Run): Promise<void> {
  const changes = shops.map((shop) => change(shop, run))
  await Promise.race(changes)
  await life.kill()
  await Promise.all(changes)
}

/** Changes products until the moment has come, then kills the stack, or the stack and its database. */
async function live(life: StackProcess, { run, shops, calls }: Killing): Promise<void> {
  const moment = run.oneOf(['a start', 'changes', 'calls', 'calls', 'calls'] as const)
  const isWithDatabase = run.below(3) === 0
  if (moment === 'a start') await wait(run.below(2_500))
  else {
    await life.ready
    const called = moment === 'calls' ? calls.more(1 + run.below(20)) : undefined
    const changing = changeMany(4 + run.below(8), shops, run)
    await Promise.race([called ?? wait(run.below(1_000)), wait(LONGEST_LIFE_MS), failureOf(changing)])
    await wait(run.below(50))
    await life.kill(isWithDatabase)
    await changing
  }
  await life.kill(isWithDatabase)
  run.count(`kills amid ${moment}`)
  if (isWithDatabase) run.count('with the database')
}

const changeMany = (count: number, shops: Shop[], run: Run) =>
  Promise.all(Array.from({ length: count }, () => change(run.oneOf(shops), run)))

/** Rejects if the work does, and never resolves. */
const failureOf = (work: Promise<unknown>): Promise<never> => work.then(() => new Promise(() => {}))

/** A change whose response is lost can have been made or not: the feed knows. */
async function change(shop: Shop, run: Run): Promise<void> {
  try {
    if (run.below(5) === 0) await createProduct(shop)
    else note(shop, await changeProduct(shop, run))
  } catch (error) {
    // From `fetch`: the connection was cut.
    if (!(error instanceof TypeError)) throw error
    run.count('changes cut off')
  }
}

const changeProduct = ({ merchant, productIds }: Shop, run: Run): Promise<Answer> =>
  merchant.call('PATCH', `/admin/products/${run.oneOf(productIds)}`, { price: 1 + run.below(1e6) })

async function createProduct(shop: Shop): Promise<void> {
  const product = { name: 'Tea', price: 100, category_id: 'tea' }
  const { body } = note(shop, await shop.merchant.call('POST', '/admin/products', product))
  shop.productIds.push(String(body.id))
}

/** A kill cuts connections; it explains no response but a success. */
function note({ committed }: Shop, answer: Answer): Answer {
  const { status, body } = answer
  hold(status < 300, () => `a change returns ${status} ${JSON.stringify(body)}`)
  committed.add(`${body.id} ${body.version}`)
  return answer
}
