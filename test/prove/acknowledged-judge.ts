import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { FEED_DELAY_MS } from '../../lib/data/table/times.ts'
import type { Kept } from './acknowledged.ts'
import type { Merchant } from './merchant.ts'
import { type RecordedEvent, recordedEvents } from './recorded-events.ts'
import { hold, type Run } from './run.ts'

/** An abandoned call can still be carried out by an engine that stood still; after this nothing comes any more. */
const SETTLE_MS = FEED_DELAY_MS + 2_000

/** Compares the answers with the events in the table, and those with the feed, which shows them later. */
export async function judge(merchant: Merchant, kept: readonly Kept[], run: Run): Promise<void> {
  await wait(SETTLE_MS)
  const events = await recordedEvents(merchant.business.id)
  const byVersion = Map.groupBy(events, ({ data: { id, version } }) => `${id} ${version}`)
  for (const [name, of] of byVersion)
    hold(of.length === 1, () => `${of.length} events of ${name}: ${JSON.stringify(of)}`)
  const acknowledged = kept.filter(({ status }) => status === 200)
  for (const answer of acknowledged) judgeAnswer(answer, merchant, { byVersion, kept })
  judgeOrder(events)
  judgeFeed(events, await readWhole(merchant))
  run.count('acknowledged', acknowledged.length)
  run.count('after a failed try', acknowledged.filter(({ tries }) => tries > 1).length)
}

function judgeAnswer(
  answer: Kept,
  { business }: Merchant,
  { byVersion, kept }: { byVersion: Map<string, RecordedEvent[]>; kept: readonly Kept[] },
): void {
  const { id, version, updated_at, metadata } = answer.body
  // The creation of a business has no event.
  if (id === business.id && version === 1) return
  const [event] = byVersion.get(`${id} ${version}`) ?? []
  const about = () =>
    kept.filter(({ body, status }) => status !== 200 || body.id === id).map((one) => JSON.stringify(one))
  hold(
    event !== undefined,
    () =>
      `version ${version} of ${id} was acknowledged and has no event: ${JSON.stringify(answer)}\n` +
      `events: ${[...byVersion.keys()].join(', ')}\n${about().join('\n')}`,
  )
  hold(
    event.data.updated_at === updated_at && isDeepStrictEqual(event.data.metadata, metadata),
    () => `the answer ${JSON.stringify(answer)} is not what the event says: ${JSON.stringify(event)}`,
  )
}

/** The events of an object are in the order of its versions, and none is left out. */
function judgeOrder(events: readonly RecordedEvent[]): void {
  for (const [id, of] of Map.groupBy(events, ({ data }) => String(data.id))) {
    const versions = of.map(({ data }) => Number(data.version))
    hold(
      versions.every((version, n) => n === 0 || version === (versions[n - 1] ?? 0) + 1),
      () => `the events of ${id} have the versions ${versions.join(', ')}`,
    )
  }
}

async function readWhole({ call }: Merchant): Promise<string[]> {
  const ids: string[] = []
  for (let after: unknown = null; ; ) {
    const { status, body } = await call(
      'GET',
      `/admin/events?limit=200${after === null ? '' : `&after=${after}`}`,
    )
    hold(status === 200, () => `the feed answers ${status} ${JSON.stringify(body)}`)
    ids.push(...(body.data as { id: string }[]).map(({ id }) => id))
    after = body.next_after
    if (!body.has_more) return ids
  }
}

function judgeFeed(events: readonly RecordedEvent[], shown: readonly string[]): void {
  const due = events.map(({ id }) => id)
  hold(isDeepStrictEqual(shown, due), () => {
    const missing = due.filter((id) => !shown.includes(id))
    return `the feed shows ${shown.length} of ${due.length} events, not ${missing.join(', ')}`
  })
}
