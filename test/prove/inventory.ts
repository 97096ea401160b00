import { isDeepStrictEqual } from 'node:util'
import { makePlain, makeScene, makeShirt, readLevels, type Scene } from './inventory-goods.ts'
import { judge } from './inventory-judge.ts'
import { sendSome } from './inventory-traffic.ts'
import { type Answer, type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

const CALLERS = 12
/** Few, because what is wrong in between is often mended by the next change. */
const REQUESTS_PER_ROUND = 500
/** So many rounds have one sale where more buy than there is. */
const ROUNDS_PER_SALE = 5

const PIECES = 200
const BUYERS = 400
/** Every fourth buyer sends the request twice at once, under one key, as somebody who clicks twice. */
const BUYERS_PER_DOUBLED = 4
/** So often is a request sent again that is told to. */
const MOST_TRIES = 20
const LONGEST_WAIT_S = 2

/**
 * Lets adjustments race over HTTP, single ones, several in one commit and long ones, beside changes of the rules that
 * they are judged by; then lets more buy than there is.
 */
export async function proveInventory({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  for (let round = 0; run.goesOn(); round++) {
    const scene = await makeScene(baseUrl)
    await race(scene, run)
    await judge(scene)
    if (round % ROUNDS_PER_SALE > 0) continue
    await sellOut(await makeMerchant(baseUrl, ['tea']), round % 2 === 0, run)
    run.count('flash sales')
  }
}

async function race(scene: Scene, run: Run): Promise<void> {
  let left = run.left(REQUESTS_PER_ROUND)
  const caller = async () => {
    while (left > 0) {
      const sent = await sendSome(scene, run)
      left -= sent
      run.advance(sent)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/**
 * Twice as many buy at once as there are pieces: each piece is sold, once, both requests of a doubled one get one answer, and
 * nobody is told to wait longer than 2 s.
 */
async function sellOut(merchant: Merchant, hasOptions: boolean, run: Run): Promise<void> {
  const { call, business } = merchant
  const [sold] = hasOptions
    ? await makeShirt(merchant, ['steady'], 0, PIECES)
    : [await makePlain(merchant, 'steady', 0, PIECES)]
  hold(sold !== undefined, () => 'there is nothing to sell')
  const buyers = Array.from({ length: BUYERS }, (_, n) => {
    const send = () => buy(merchant, sold.id, `order-${n}`, run)
    return Promise.all(n % BUYERS_PER_DOUBLED === 0 ? [send(), send()] : [send()])
  })
  const sales = await Promise.all(buyers)
  for (const [first, second = first] of sales)
    hold(isSame(first, second), () => `one order answers ${JSON.stringify([first, second])}`)
  const answers = sales.flatMap(([first]) => first ?? [])
  const bought = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(
    ({ status, body }) => status === 409 && body.code === 'insufficient_stock',
  ).length
  const left = (await readLevels(merchant)).get(sold.id)?.quantity
  const { body } = await call('GET', `/products/${sold.productId}?business=${business.slug}`)
  hold(
    bought === PIECES && refused === BUYERS - PIECES && left === 0 && body.is_available === false,
    () =>
      `of ${PIECES} pieces ${bought} are bought and ${left} left, ${refused} are refused: available ${body.is_available}`,
  )
}

const isSame = (a: Answer | undefined, b: Answer | undefined) =>
  a?.status === b?.status && isDeepStrictEqual(a?.body.data, b?.body.data)

/** Buys one piece. A request that is told to come again comes again at once. */
async function buy({ call }: Merchant, variant_id: string, order: string, run: Run): Promise<Answer> {
  const change = { reason: 'sale', changes: [{ variant_id, delta: -1 }] }
  for (let tries = 1; ; tries++) {
    const answer = await call('POST', '/admin/inventory/adjust', change, { 'idempotency-key': order })
    const waitS = answer.headers.get('retry-after')
    if (waitS === null || tries === MOST_TRIES) return answer
    hold(Number(waitS) <= LONGEST_WAIT_S, () => `a buyer is told to wait ${waitS} s`)
    run.count('buyers told to wait')
  }
}
