import { setTimeout as wait } from 'node:timers/promises'
import { FEED_DELAY_MS } from '../../lib/data/table/calls/times.ts'
import { eventTime } from '../../lib/domain/events.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { recordedEvents } from './recorded-events.ts'
import { hold, type Run } from './run.ts'

const WRITERS = 40
const WRITES_PER_ROUND = 5_000
const POLL_MS = 500

interface Event {
  id: string
  type: string
}

/** Lets writers race while two followers read the feed: both see every event once, and in one order. */
export async function proveFeed({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  while (run.goesOn()) {
    const merchant = await makeMerchant(baseUrl, ['tea', 'pots'])
    let endsAt = Number.POSITIVE_INFINITY
    const isOver = () => Date.now() > endsAt
    const followers = [
      follow(merchant, '?limit=200', isOver),
      follow(merchant, '?limit=7', isOver),
      follow(merchant, '?limit=50&type=product.created', isOver),
    ]
    const hasty = followNewest(merchant.business.id, isOver)
    await writeAll(merchant, run)
    endsAt = Date.now() + FEED_DELAY_MS + 2_000
    const [all = [], small = [], created = []] = await Promise.all(followers)
    const recorded = await recordedEvents(merchant.business.id)
    const due = recorded.map(({ id }) => id)
    for (const [name, seen, wanted] of [
      ['a follower', all, due],
      ['a follower by small pages', small, due],
      [
        'a follower with a filter',
        created,
        recorded.filter(({ type }) => type === 'product.created').map(({ id }) => id),
      ],
    ] as const)
      hold(
        isSame(seen, wanted),
        () => `${name} saw ${seen.length} of ${wanted.length} events, ${difference(seen, wanted)}`,
      )
    run.count('events', due.length)
    run.count('that a reader without the wait misses', due.length - new Set(await hasty).size)
  }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, n) => id === b[n])

function difference(seen: readonly string[], due: readonly string[]): string {
  const missed = due.filter((id) => !seen.includes(id))
  const first = due.findIndex((id, n) => seen[n] !== id)
  return `${missed.length} missed, ${seen.length - new Set(seen).size} twice, the first difference at ${first}`
}

/** Creates and changes products, many of them the same at once, so that tries take their time. */
async function writeAll({ call }: Merchant, run: Run): Promise<void> {
  const made = await call('POST', '/admin/products', { name: 'Contested', price: 1, category_id: 'tea' })
  let left = run.left(WRITES_PER_ROUND)
  const writer = async () => {
    while (left-- > 0) {
      const kind = run.below(10)
      const answer =
        kind < 5
          ? await call('POST', '/admin/products', {
              name: 'Tea',
              price: run.below(999),
              category_id: run.oneOf(['tea', 'pots']),
            })
          : await call('PATCH', kind < 8 ? '/admin/categories/pots' : `/admin/products/${made.body.id}`, {
              metadata: { n: `${run.below(1e6)}` },
            })
      if (answer.status >= 300) run.count(`${answer.status} ${answer.body.code}`)
      run.advance()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

/** Follows the feed as a client does until it is over, and gives what it saw. */
async function follow({ call }: Merchant, query: string, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = []
  let after: unknown = null
  for (;;) {
    // Read before the page: what that page does not show then comes no more.
    const isLast = isOver()
    const { status, body } = await call(
      'GET',
      `/admin/events${query}${after === null ? '' : `&after=${after}`}`,
    )
    hold(status === 200, () => `the feed answers ${status} ${JSON.stringify(body)}`)
    const data = body.data as Event[]
    seen.push(...data.map(({ id }) => id))
    for (const { id } of data)
      hold(Date.now() - eventTime(id) >= FEED_DELAY_MS - 100, () => `${id} is shown too early`)
    after = body.next_after
    if (body.has_more) continue
    if (isLast) return seen
    await wait(POLL_MS)
  }
}

/** The events for a reader that asks the table for all behind the newest id it has seen. */
async function followNewest(businessId: string, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = []
  while (!isOver()) {
    seen.push(...(await recordedEvents(businessId, seen.at(-1))).map(({ id }) => id))
    await wait(POLL_MS)
  }
  return seen
}
