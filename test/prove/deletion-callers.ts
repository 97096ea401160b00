/** Those who use a business while it is deleted: each says of every answer when it was asked for. */
import { setTimeout as wait } from 'node:timers/promises'
import { hold, type Run } from './run.ts'

/** An answer, and when it was asked for in milliseconds since the epoch. */
export interface Seen {
  who: string
  /** The slug or UUID that it was asked by. */
  name?: string | undefined
  askedAt: number
  status: number
  text: string
}

/** As long as a shared cache keeps an answer (60 s) and may answer with it while it fetches another (30 s). */
const CACHED_MS = 90_000

/** Works until it is told to stop. */
export class Callers {
  readonly #url: string
  readonly #onAnswer: (seen: Seen) => void
  readonly #working: Promise<void>[] = []
  readonly #failures: unknown[] = []
  #isOver = false

  constructor(url: string, onAnswer: (seen: Seen) => void) {
    this.#url = url
    this.#onAnswer = onAnswer
  }

  /** Does something again and again, with a pause between. */
  every(ms: number, work: () => Promise<unknown>): void {
    const go = async () => {
      while (!this.#isOver) {
        await work()
        await wait(ms)
      }
    }
    this.#working.push(
      go().catch((error: unknown) => {
        this.#isOver = true
        this.#failures.push(error)
      }),
    )
  }

  async ask(
    who: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Seen & { cacheControl: string }> {
    const askedAt = Date.now()
    const response = await fetch(this.#url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const name = headers['x-public-business-slug'] ?? headers['x-public-business-uuid']
    const seen = { who, name, askedAt, status: response.status, text: await response.text() }
    hold(seen.status !== 500, () => `${who} is answered ${seen.text}`)
    this.#onAnswer(seen)
    return { ...seen, cacheControl: response.headers.get('cache-control') ?? '' }
  }

  /** Reads the catalogue by a name, past every cache. */
  read(kind: 'slug' | 'uuid', name: string): void {
    const headers = { [`x-public-business-${kind}`]: name }
    this.every(200, () => this.ask(`read by ${kind}`, '/products', headers))
  }

  /** Reads it through a shared cache that keeps what it may for as long as it may. */
  visit(name: string): void {
    let kept: { seen: Seen; until: number } | undefined
    this.every(500, async () => {
      if (kept && Date.now() < kept.until) {
        this.#onAnswer({ ...kept.seen, who: 'visit', askedAt: Date.now() })
        return
      }
      const { cacheControl, ...seen } = await this.ask('visit', '/products', {
        'x-public-business-slug': name,
      })
      kept = cacheControl.startsWith('public') ? { seen, until: Date.now() + CACHED_MS } : undefined
    })
  }

  /** Makes keys and rotates them, with those there are; what was made is added to the tokens. */
  mint(tokens: string[], run: Run): void {
    this.every(100, async () => {
      const headers = { authorization: `Bearer ${run.oneOf(tokens)}` }
      const isNew = tokens.length < 30
      const made = isNew
        ? await this.ask('mint', '/admin/api-keys', headers, { name: 'late', scopes: KEY_SCOPES })
        : await this.#rotateOwn(headers)
      if (made?.status === 201) tokens.push(JSON.parse(made.text).token)
    })
  }

  async #rotateOwn(headers: Record<string, string>) {
    const own = await this.ask('mint', '/admin/api-keys/current', headers)
    if (own.status !== 200) return undefined
    return this.ask('mint', `/admin/api-keys/${JSON.parse(own.text).id}/rotate`, headers, {})
  }

  /** Writes products with whatever key there is. */
  write(tokens: string[], category_id: string, run: Run, name: string): void {
    this.every(50, () => {
      const headers = { authorization: `Bearer ${run.oneOf(tokens)}` }
      return this.ask('write', '/admin/products', headers, { name, price: 1, category_id, status: 'active' })
    })
  }

  /** Waits until something is so, or nobody works any more. */
  async until(isSo: () => boolean): Promise<void> {
    while (!this.#isOver && !isSo()) await wait(100)
  }

  /** Ends all of it. Throws what ended one of them before. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#working)
    if (this.#failures.length > 0) throw this.#failures[0]
  }
}

const KEY_SCOPES = ['products:write', 'api_keys:write']
