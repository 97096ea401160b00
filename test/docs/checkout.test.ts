/** The checkout of docs/inventory.md, with a Stripe that delivers late, twice and out of order, and a server that dies. */
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStorefront, type StorefrontOptions } from '../../clients/typescript/src/index.ts'
import { readHold } from '../../lib/data/holds/hold-item.ts'
import { endHold } from '../../lib/data/holds/release.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import { holdKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { type Death, FakeStripe, mortal, type StripeEvent } from './fake-stripe.ts'
import { recipeWith, runRecipe } from './run-recipe.ts'

const PROGRAM = recipeWith('onStripeEvent', 'docs/inventory.md')

interface Item {
  sku: string
  quantity: number
}
interface Program {
  openCheckout(cart: string): Promise<string>
  onStripeEvent(event: StripeEvent): Promise<void>
}

/** A shop of one product with what its server stores: carts, and the payments that became orders. */
class Shop {
  readonly stripe = new FakeStripe()
  readonly carts = new Map<string, { buyer: string; items: Item[]; session?: string }>()
  /** The cart of each order, by its payment. */
  readonly orders = new Map<string, string>()
  mayHold = true
  /** True while the API responds with 503. */
  isDown = false
  private readonly turns = new Map<string, Promise<unknown>>()
  readonly business: Business
  private readonly product: string
  private readonly KEY: string

  constructor(business: Business, product: string, KEY: string) {
    this.business = business
    this.product = product
    this.KEY = KEY
  }

  /** The program of the page in a server of its own. */
  private async start(death?: Death): Promise<Program> {
    const call = mortal(death)
    const { stripe } = this
    const { create, expire, retrieve } = stripe.checkout.sessions
    let program: Program | undefined
    const own = {
      createStorefront: (options: StorefrontOptions) =>
        createStorefront({ ...options, retries: 0, fetch: (request) => call(() => this.ask(request)) }),
      stripe: {
        checkout: {
          sessions: {
            create: (wanted: Parameters<typeof create>[0]) => call(() => create(wanted)),
            expire: (id: string) => call(() => expire(id)),
            retrieve: (id: string) => call(() => retrieve(id)),
          },
        },
        refunds: {
          list: (query: { payment_intent: string }) => call(() => stripe.refunds.list(query)),
          create: (wanted: { payment_intent: string }) => call(() => stripe.refunds.create(wanted)),
        },
      },
      inTurn: (cart: string, act: () => Promise<unknown>) => this.inTurn(cart, act),
      readCart: (cart: string) => call(async () => this.carts.get(cart)),
      saveSession: (cart: string, session: string) =>
        call(async () => void Object.assign(this.carts.get(cart) ?? {}, { session })),
      mayHold: () => call(async () => this.mayHold),
      pricesOf: (items: Item[]) => call(async () => items.map(({ quantity }) => ({ quantity }))),
      fulfil: (cart: string, payment: string) => call(async () => void this.orders.set(payment, cart)),
      handOver: (made: Program) => {
        program = made
      },
    }
    const reader = { slug: this.business.slug, KEY: this.KEY }
    await runRecipe(`${PROGRAM}\nhandOver({ openCheckout, onStripeEvent })`, reader, own)
    if (!program) throw new Error('the program was not handed over')
    return program
  }

  private ask = async (request: Request): Promise<Response> =>
    this.isDown ? Response.json({}, { status: 503 }) : fetch(request)

  /** One function at a time for each cart; a server that dies leaves its turn. */
  private inTurn(cart: string, act: () => Promise<unknown>): Promise<unknown> {
    const turn = (this.turns.get(cart) ?? Promise.resolve()).catch(() => {}).then(act)
    this.turns.set(cart, turn)
    return turn
  }

  /** The buyer goes to the payment page. Returns the id of its session. */
  async open(cart: string, quantity: number, death?: Death): Promise<string> {
    const items = [{ sku: 'TEA', quantity }]
    this.carts.set(cart, { buyer: cart, ...this.carts.get(cart), items })
    const url = await (await this.start(death)).openCheckout(cart)
    return url.split('/').at(-1) ?? ''
  }

  deliver = async (event: StripeEvent, death?: Death): Promise<void> =>
    (await this.start(death)).onStripeEvent(event)

  /** Delivers everything that was not delivered, in its order. */
  async deliverAll(): Promise<void> {
    for (const event of this.stripe.events.splice(0)) await this.deliver(event)
  }

  /** The clock of an hour later. */
  async end(cart: string): Promise<void> {
    await endHold(this.business.id, holdKey(this.business.id, cart).sk, Date.now() + 3_600_000)
  }

  statusOf = async (cart: string) => (await readHold(this.business.id, cart))?.status
  left = async () => [...(await readStock(this.business.id, this.product)).values()][0]?.quantity ?? 0
}

async function makeShop(quantity: number): Promise<Shop> {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, {
    category_id: 'tea',
    sku: 'TEA',
    track_inventory: true,
    quantity,
  })
  return new Shop(business, id, await makeToken(business))
}

describe('a checkout', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await makeShop(5)
  })
  const pay = (session: string) => {
    if (!shop.stripe.pay(session)) throw new Error('the session has ended')
    return `pi_${session}`
  }
  const outcome = async (cart = 'cart') => [
    await shop.statusOf(cart),
    await shop.left(),
    [...shop.orders.keys()],
    [...shop.stripe.refunded],
  ]

  test('is paid and sold, and its events can come twice', async () => {
    const payment = pay(await shop.open('cart', 2))
    const events = [...shop.stripe.events]
    await shop.deliverAll()
    for (const event of events) await shop.deliver(event)
    expect(await outcome()).toEqual(['committed', 3, [payment], []])
  })

  test('is given up: the event of its end gives the pieces back', async () => {
    shop.stripe.end(await shop.open('cart', 2))
    expect(await shop.left()).toBe(3)
    await shop.deliverAll()
    expect(await outcome()).toEqual(['released', 5, [], []])
  })

  test('that is paid late takes its pieces again, or is refunded where they are gone', async () => {
    const payment = pay(await shop.open('cart', 2))
    await shop.end('cart')
    const other = await shop.open('other', 4)
    await shop.deliverAll()
    expect(await outcome()).toEqual(['released', 1, [], [payment]])
    shop.stripe.end(other)
    await shop.deliverAll()
    const late = pay(await shop.open('late', 2))
    await shop.end('late')
    await shop.deliverAll()
    expect(await outcome('late')).toEqual(['committed', 3, [late], [payment]])
  })

  test('that was refunded stays refunded when its event comes again and the pieces are back', async () => {
    const payment = pay(await shop.open('cart', 2))
    const [paid] = shop.stripe.events
    await shop.end('cart')
    const other = await shop.open('other', 4)
    await shop.deliverAll()
    shop.stripe.end(other)
    await shop.deliverAll()
    if (paid) await shop.deliver(paid)
    expect(await outcome()).toEqual(['released', 5, [], [payment]])
  })

  test('that is paid twice is sold once, and the second payment is refunded', async () => {
    const first = await shop.open('cart', 2)
    const { line_items, metadata } = shop.stripe.find(first)
    const expires_at = Date.now() / 1000 + 31 * 60
    const { id: second } = await shop.stripe.checkout.sessions.create({ line_items, metadata, expires_at })
    const payments = [pay(first), pay(second)]
    await shop.deliverAll()
    expect(await outcome()).toEqual(['committed', 3, [payments[0]], [payments[1]]])
  })

  test('of a changed basket ends the former session, whose event releases nothing', async () => {
    const former = await shop.open('cart', 2)
    const session = await shop.open('cart', 3)
    expect(shop.stripe.find(former).status).toBe('expired')
    await shop.deliverAll()
    expect(await shop.left()).toBe(2)
    const payment = pay(session)
    await shop.deliverAll()
    expect(await outcome()).toEqual(['committed', 2, [payment], []])
  })

  test('of the same basket again is not released by the event of the former session', async () => {
    await shop.open('cart', 2)
    await shop.open('cart', 2)
    await shop.deliverAll()
    expect(await outcome()).toEqual(['held', 3, [], []])
  })

  test('whose former session has ended begins again', async () => {
    shop.stripe.end(await shop.open('cart', 2))
    await shop.open('cart', 3)
    await shop.deliverAll()
    expect(await outcome()).toEqual(['held', 2, [], []])
  })

  test('whose former session is paid already does not begin again', async () => {
    const payment = pay(await shop.open('cart', 2))
    await expect(shop.open('cart', 3)).rejects.toThrow('can be expired')
    await shop.deliverAll()
    expect(await outcome()).toEqual(['committed', 3, [payment], []])
  })

  test('that is opened twice at once has one session that can be paid', async () => {
    const sessions = await Promise.all([shop.open('cart', 2), shop.open('cart', 3)])
    expect(sessions.map((id) => shop.stripe.find(id).status).sort()).toEqual(['expired', 'open'])
    await shop.deliverAll()
    expect(await shop.statusOf('cart')).toBe('held')
  })

  test('is neither refunded nor released while the API does not work: Stripe sends the event again', async () => {
    const payment = pay(await shop.open('cart', 2))
    shop.stripe.end(await shop.open('other', 1))
    const events = [...shop.stripe.events]
    shop.isDown = true
    for (const event of events) await expect(shop.deliver(event)).rejects.toThrow('503')
    shop.isDown = false
    await shop.deliverAll()
    expect(await outcome()).toEqual(['committed', 3, [payment], []])
    expect(await shop.statusOf('other')).toBe('released')
  })

  test('that is completed without its money is sold when the money comes', async () => {
    const payment = pay(await shop.open('cart', 2))
    const [paid] = shop.stripe.events.splice(0)
    if (!paid) throw new Error('there is no event')
    const unpaid = { ...paid.data.object, payment_status: 'unpaid' as const }
    await shop.deliver({ type: 'checkout.session.completed', data: { object: unpaid } })
    expect(await outcome()).toEqual(['held', 3, [], []])
    await shop.deliver({ ...paid, type: 'checkout.session.async_payment_succeeded' })
    expect(await outcome()).toEqual(['committed', 3, [payment], []])
  })

  test('that was paid for another basket is refunded', async () => {
    const former = await shop.open('cart', 2)
    const { line_items, metadata } = shop.stripe.find(former)
    const expires_at = Date.now() / 1000 + 31 * 60
    await shop.open('cart', 3)
    const { id } = await shop.stripe.checkout.sessions.create({ line_items, metadata, expires_at })
    const payment = pay(id)
    await shop.deliverAll()
    expect(await outcome()).toEqual(['held', 2, [], [payment]])
  })

  test('takes the end of a session for done where the hold is a sale', async () => {
    const payment = pay(await shop.open('cart', 2))
    await shop.deliverAll()
    const session = shop.stripe.find(shop.carts.get('cart')?.session ?? '')
    await shop.deliver({ type: 'checkout.session.expired', data: { object: session } })
    expect(await outcome()).toEqual(['committed', 3, [payment], []])
  })

  test('takes the end of a session for done where the hold is forgotten, and a payment for it is refunded', async () => {
    shop.carts.set('gone', { buyer: 'gone', items: [], session: 'cs_1' })
    const metadata = { cart: 'gone', pieces: '"1795303311377.1"' }
    const expires_at = Date.now() / 1000 + 31 * 60
    const { id } = await shop.stripe.checkout.sessions.create({
      line_items: [{ quantity: 1 }],
      metadata,
      expires_at,
    })
    await shop.deliver({ type: 'checkout.session.expired', data: { object: shop.stripe.find(id) } })
    const payment = pay(id)
    await shop.deliverAll()
    expect(await outcome('gone')).toEqual([undefined, 5, [], [payment]])
  })

  test('of a buyer who has too many holds nothing, and a session of another program is left alone', async () => {
    shop.mayHold = false
    await expect(shop.open('cart', 2)).rejects.toThrow('too many checkouts')
    expect(await outcome()).toEqual([undefined, 5, [], []])
    const expires_at = Date.now() / 1000 + 31 * 60
    const { id } = await shop.stripe.checkout.sessions.create({
      line_items: [{ quantity: 1 }],
      metadata: {},
      expires_at,
    })
    pay(id)
    await shop.deliverAll()
    expect(await outcome()).toEqual([undefined, 5, [], []])
  })

  test('of too many pieces says how many there are', async () => {
    await expect(shop.open('cart', 6)).rejects.toMatchObject({
      problem: { code: 'insufficient_stock', errors: [{ quantity: 5, held: 0 }] },
    })
  })
})

describe('60 carts with late, doubled and shuffled events and a server that dies at any call', () => {
  const PIECES = 60
  const CARTS = 60
  let shop: Shop
  const refusals: string[] = []

  beforeAll(async () => {
    shop = await makeShop(PIECES)
    const chance = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 1, seed: 11 })[0]
    const next = (most: number) => Number(chance?.next().value) % most
    const death = (): Death | undefined =>
      next(3) === 0 ? { call: next(7), when: next(2) === 0 ? 'before' : 'after' } : undefined

    /** Until the buyer has a page, or the shop refuses. */
    async function open(cart: string, quantity: number): Promise<string | undefined> {
      for (;;)
        try {
          return await shop.open(cart, quantity, death())
        } catch (error) {
          const text = String(error)
          if (!/has died/.test(text)) return void refusals.push(text)
        }
    }

    /** Delivers some of the events, each once or twice, in an order of chance; what failed comes again later. */
    async function deliverSome(count: number): Promise<void> {
      const { events } = shop.stripe
      const some = Array.from(
        { length: Math.min(count, events.length) },
        () => events.splice(next(events.length), 1)[0],
      )
      await Promise.all(
        some.flatMap((event) =>
          event
            ? Array.from({ length: 1 + next(2) }, () =>
                shop.deliver(event, death()).catch(() => void events.push(event)),
              )
            : [],
        ),
      )
    }

    async function buy(n: number): Promise<void> {
      const cart = `cart-${n}`
      let session = await open(cart, 1 + next(3))
      if (next(3) === 0) session = (await open(cart, 1 + next(3))) ?? session
      if (next(3) === 0) await deliverSome(3)
      if (!session) return
      if (next(4) === 0) return void shop.stripe.end(session)
      if (shop.stripe.pay(session) && next(3) === 0) await shop.end(cart)
      if (next(4) === 0) await payAgain(session)
      await deliverSome(next(3))
    }

    /** With a session that no cart knows. */
    async function payAgain(session: string): Promise<void> {
      const { line_items, metadata } = shop.stripe.find(session)
      const expires_at = Date.now() / 1000 + 31 * 60
      const { id } = await shop.stripe.checkout.sessions.create({ line_items, metadata, expires_at })
      shop.stripe.pay(id)
    }

    const carts = Array.from({ length: CARTS }, (_, n) => n)
    while (carts.length > 0) await Promise.all(carts.splice(0, 6).map(buy))
    for (const { id } of shop.stripe.sessions.values()) shop.stripe.end(id)
    for (let round = 0; shop.stripe.events.length > 0; round++) {
      if (round > 100) throw new Error(`undelivered: ${JSON.stringify(shop.stripe.events[0])}`)
      await deliverSome(8)
    }
    for (const cart of shop.carts.keys()) await shop.end(cart)
  }, 120_000)

  test('sells or refunds each payment, and never both', () => {
    const { payments, refunded } = shop.stripe
    expect(payments.map((one) => [one, shop.orders.has(one) !== refunded.has(one)])).toEqual(
      payments.map((one) => [one, true]),
    )
    expect([shop.orders.size, refunded.size].map((count) => count > 2)).toEqual([true, true])
    expect(refusals.join()).toContain('insufficient_stock')
  })

  test('sells each cart at most once, and the pieces that were paid for', async () => {
    const carts = [...shop.orders.values()]
    expect(new Set(carts).size).toBe(carts.length)
    const sold = [...shop.orders].map(async ([payment, cart]) => {
      const hold = await readHold(shop.business.id, cart)
      const paid = shop.stripe.find(payment.slice('pi_'.length)).line_items
      expect(hold).toMatchObject({ status: 'committed', payment, items: paid })
    })
    await Promise.all(sold)
  })

  test('subtracts what was paid for, and nothing else', async () => {
    const sold = [...shop.orders.keys()].flatMap(
      (one) => shop.stripe.find(one.slice('pi_'.length)).line_items,
    )
    const pieces = sold.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(await shop.left()).toBe(PIECES - pieces)
  })
})
