import { makePlain, makeScene, makeShirt, readLevels, type Scene } from './inventory-goods.ts'
import { judge } from './inventory-judge.ts'
import { sendSome } from './inventory-traffic.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

const CALLERS = 12
/** Few, because what is wrong in between is often mended by the next change. */
const REQUESTS_PER_ROUND = 500
/** So many rounds have one sale where more buy than there is. */
const ROUNDS_PER_SALE = 5

const PIECES = 100
const BUYERS = 200

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
    await sellOut(await makeMerchant(baseUrl, ['tea']), round % 2 === 0)
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

/** Twice as many buy at once as there are pieces: each piece is sold, once, and the public sees it. */
async function sellOut(merchant: Merchant, hasOptions: boolean): Promise<void> {
  const { call, business } = merchant
  const [sold] = hasOptions
    ? await makeShirt(merchant, ['steady'], 0, PIECES)
    : [await makePlain(merchant, 'steady', 0, PIECES)]
  hold(sold !== undefined, () => 'there is nothing to sell')
  const change = { reason: 'sale', changes: [{ variant_id: sold.id, delta: -1 }] }
  const sales = await Promise.all(
    Array.from({ length: BUYERS }, () => call('POST', '/admin/inventory/adjust', change)),
  )
  const bought = sales.filter(({ status }) => status === 200).length
  const refused = sales.filter(
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
