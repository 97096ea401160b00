import { setTimeout as wait } from 'node:timers/promises'

/** A checkout session, as Stripe shows it: the members that a shop needs. */
export interface Session {
  id: string
  url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  line_items: { quantity: number }[]
  metadata: Record<string, string>
}

export interface StripeEvent {
  type: 'checkout.session.completed' | 'checkout.session.async_payment_succeeded' | 'checkout.session.expired'
  data: { object: Session }
}

interface NewSession extends Pick<Session, 'line_items' | 'metadata'> {
  expires_at: number
}

/** Stripe's rules, from its documentation of Checkout Sessions and of metadata. */
const SECONDS = { least: 30 * 60, most: 24 * 60 * 60 }
const METADATA = { keys: 50, value: 500 }

/** An error of Stripe's client. */
class StripeError extends Error {
  override name = 'StripeInvalidRequestError'
}

/** Checkout Sessions, their payments and their events in memory. Events lie in `events` until a test delivers them. */
export class FakeStripe {
  readonly sessions = new Map<string, Session>()
  readonly events: StripeEvent[] = []
  readonly refunded = new Set<string>()

  readonly checkout = {
    sessions: {
      create: async (wanted: NewSession): Promise<Session> => {
        refuseBad(wanted)
        const id = `cs_${this.sessions.size + 1}`
        const { line_items, metadata } = wanted
        this.sessions.set(id, {
          id,
          url: `https://checkout.stripe.com/${id}`,
          status: 'open',
          payment_status: 'unpaid',
          payment_intent: null,
          line_items,
          metadata,
        })
        return this.find(id)
      },
      expire: async (id: string): Promise<Session> => {
        if (this.find(id).status !== 'open')
          throw new StripeError('Only Checkout Sessions with a status in ["open"] can be expired.')
        return this.end(id)
      },
      retrieve: async (id: string): Promise<Session> => this.find(id),
    },
  }

  readonly refunds = {
    list: async ({ payment_intent }: { payment_intent: string }) => ({
      data: this.refunded.has(payment_intent) ? [{ payment_intent }] : [],
    }),
    create: async ({ payment_intent }: { payment_intent: string }) => {
      if (this.refunded.has(payment_intent)) throw new StripeError('Charge has already been refunded.')
      this.refunded.add(payment_intent)
    },
  }

  /** A session as it is now. Throws for one that was never made. */
  find(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw new StripeError(`No such checkout.session: ${id}`)
    return { ...session }
  }

  /** The buyer pays on the page of a session. False if it has ended. */
  pay(id: string): boolean {
    if (this.find(id).status !== 'open') return false
    this.change(id, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${id}` })
    return true
  }

  /** A session ends, by its time or by a request. */
  end(id: string): Session {
    if (this.find(id).status === 'open') this.change(id, { status: 'expired' })
    return this.find(id)
  }

  /** Every payment that was made. */
  get payments(): string[] {
    return [...this.sessions.values()].flatMap(({ payment_intent }) => payment_intent ?? [])
  }

  private change(id: string, members: Partial<Session>): void {
    const session = { ...this.find(id), ...members }
    this.sessions.set(id, session)
    const type = session.status === 'complete' ? 'checkout.session.completed' : 'checkout.session.expired'
    this.events.push({ type, data: { object: session } })
  }
}

function refuseBad({ expires_at, metadata, line_items }: NewSession): void {
  const seconds = expires_at - Date.now() / 1000
  if (seconds < SECONDS.least || seconds > SECONDS.most)
    throw new StripeError('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
  const values = Object.values(metadata)
  const isMetadata = values.every((value) => typeof value === 'string' && value.length <= METADATA.value)
  if (!isMetadata || values.length > METADATA.keys) throw new StripeError('Invalid metadata.')
  if (line_items.length === 0) throw new StripeError('A session needs line items.')
}

/** A server that dies at one of its calls: `before` it is made, or after it with its response lost. */
export interface Death {
  call: number
  when: 'before' | 'after'
}

/** Makes calls until the server dies. Afterwards no call is made, whatever its program does with the error. */
export function mortal(death?: Death): <T>(call: () => Promise<T>) => Promise<T> {
  let calls = 0
  let isDead = false
  return async (call) => {
    // Others come in between.
    await wait(0)
    const isLast = calls++ === death?.call
    isDead ||= isLast && death?.when === 'before'
    if (isDead) throw new Error('the server has died')
    const result = await call()
    isDead ||= isLast
    if (isDead) throw new Error('the server has died')
    return result
  }
}
