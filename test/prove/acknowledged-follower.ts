import { setTimeout as wait } from 'node:timers/promises'
import type { Merchant } from './merchant.ts'
import { hold } from './run.ts'

const POLL_MS = 500

/** Follows the feed as a client does, until it is over, and returns the ids of the events that it saw. */
export async function follow(merchant: Merchant, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = []
  let after: string | null = null
  for (let isLast = false; !isLast; ) {
    isLast = isOver()
    after = await readOn(merchant, after, seen)
    await wait(POLL_MS)
  }
  return seen
}

/** The ids of all events that the feed shows. */
export async function readFeed(merchant: Merchant): Promise<string[]> {
  const seen: string[] = []
  await readOn(merchant, null, seen)
  return seen
}

/** Reads to the end of the feed. Returns the position there. */
async function readOn({ call }: Merchant, from: string | null, seen: string[]): Promise<string | null> {
  for (let after = from; ; ) {
    const query = after === null ? '' : `&after=${after}`
    const { status, body } = await call('GET', `/admin/events?limit=200${query}`)
    hold(status === 200, () => `the feed answers ${status} ${JSON.stringify(body)}`)
    for (const { id } of body.data as { id: string }[]) seen.push(id)
    after = body.next_after as string | null
    if (!body.has_more) return after
  }
}
