import { setTimeout as wait } from 'node:timers/promises'
import type { Merchant } from './merchant.ts'
import { hold } from './run.ts'

const POLL_MS = 500

interface Page {
  data: { id: string }[]
  has_more: boolean
  next_after: string | null
}

/** A feed: where it is, and the key to it. */
export interface Feed extends Pick<Merchant, 'token'> {
  baseUrl: string
}

/** Follows a feed as a client does, until it is over, and returns the ids of the events that it saw. */
export async function follow(feed: Feed, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = []
  let after: string | null = null
  for (let isLast = false; !isLast; ) {
    isLast = isOver()
    after = await readOn(feed, after, seen)
    await wait(POLL_MS)
  }
  return seen
}

/** The ids of all events that a feed shows. */
export async function readFeed(feed: Feed): Promise<string[]> {
  const seen: string[] = []
  await readOn(feed, null, seen)
  return seen
}

/**
 * Reads to the end of a feed, through everything that passes: where the engine stands still, the authorizer can take so long
 * that the gateway answers for it. Returns the position there.
 */
async function readOn({ token, baseUrl }: Feed, from: string | null, seen: string[]): Promise<string | null> {
  for (let after = from; ; ) {
    const query = after === null ? '' : `&after=${after}`
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${baseUrl}/admin/events?limit=200${query}`, { headers })
    const text = await response.text()
    hold(response.ok || response.status >= 500, () => `the feed answers ${response.status} ${text}`)
    if (!response.ok) {
      await wait(POLL_MS)
      continue
    }
    const page: Page = JSON.parse(text)
    seen.push(...page.data.map(({ id }) => id))
    after = page.next_after
    if (!page.has_more) return after
  }
}
