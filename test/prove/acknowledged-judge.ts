import { isDeepStrictEqual } from 'node:util'
import type { Kept } from './acknowledged.ts'
import type { Merchant } from './merchant.ts'
import { type RecordedEvent, recordedEvents } from './recorded-events.ts'
import { hold, type Run } from './run.ts'

/** The answers, the ids of the events that a follower saw meanwhile, and those that the feed shows in the end. */
interface Seen {
  kept: readonly Kept[]
  followed: readonly string[]
  shown: readonly string[]
}

/** Compares the answers with the events in the table, and those with the feed. */
export async function judge(merchant: Merchant, { kept, followed, shown }: Seen, run: Run): Promise<void> {
  const events = await recordedEvents(merchant.business.id)
  const byVersion = Map.groupBy(events, ({ data: { id, version } }) => `${id} ${version}`)
  for (const [name, of] of byVersion)
    hold(of.length === 1, () => `${of.length} events of ${name}: ${JSON.stringify(of)}`)
  const acknowledged = kept.filter(({ status }) => status === 200)
  for (const answer of acknowledged) judgeAnswer(answer, merchant, { byVersion, kept })
  judgeOrder(events)
  judgeFeed(events, shown)
  countMissed(events, { kept, followed }, run)
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

function judgeFeed(events: readonly RecordedEvent[], shown: readonly string[]): void {
  const due = events.map(({ id }) => id)
  hold(isDeepStrictEqual(shown, due), () => {
    const missing = due.filter((id) => !shown.includes(id))
    return `the feed shows ${shown.length} of ${due.length} events, not ${missing.join(', ')}`
  })
}

/**
 * DynamoDB ends a call within seconds. An engine that stood still can carry out what was given up long ago, when the feed
 * has already shown later events: that is counted, and shown with all that was answered about the version.
 */
function countMissed(
  events: readonly RecordedEvent[],
  { kept, followed }: Pick<Seen, 'kept' | 'followed'>,
  run: Run,
): void {
  const seen = new Set(followed)
  for (const { id, data } of events) {
    if (seen.has(id)) continue
    run.count('came too late for a follower')
    const answers = kept.filter(({ body }) => body.id === data.id && body.version === data.version)
    run.say(`too late: ${id}, version ${data.version} of ${data.id}: ${JSON.stringify(answers)}`)
  }
}
