import { type Due, dueIn } from '../data/due/due.ts'
import { endHold } from '../data/holds/release.ts'
import { runSchedule } from '../data/schedules/run-schedule.ts'
import { asTenant } from '../data/table/calls/tenant-guard.ts'
import { within } from '../data/table/calls/times.ts'
import { DUE_SHARDS, type Key, SCHEDULE_PREFIX } from '../data/table/keys.ts'
import { eachOf } from '../data/table/patient-reads.ts'
import { faultFields, logLine } from '../log.ts'

/** Items left after this time are for the next minute. */
const ALL_MS = 45_000

/** A few reads and a transaction take milliseconds: one item holds up no other. */
const ONE_MS = 8_000

/** An item that is still due after this many seconds raises the alarm DueLate. */
const LATE_S = 300

/** The result of a run. */
interface DueRun {
  /** Items that were due, and are done. */
  done: number
  failed: number
  /** Items that were read and had no time. */
  left: number
  /** The age of the oldest item that was read, in whole seconds. */
  oldest_s: number
}

/** The effects of a run, and its clock: tests put their own in their place. */
interface DueEffects {
  /** Milliseconds since the epoch. */
  now(): number
  /** Reads an item and does what it is due for, if it still is; true if that was done. */
  carryOut(businessId: string, key: Key, now: number): Promise<boolean>
}

const EFFECTS: DueEffects = {
  now: () => Date.now(),
  carryOut: (businessId, { sk }, now) =>
    sk.startsWith(SCHEDULE_PREFIX) ? runSchedule(businessId, sk, now) : endHold(businessId, sk, now),
}

/**
 * Does what is due of all businesses, of suspended ones too: ends holds, makes and ends scheduled changes. What fails is logged
 * and does not stop the others: the next run tries it again. Two runs at once, or one that is late, do no harm: each item is read
 * again before anything is written. Throws at the end if a part of the list could not be read.
 */
export const runDue = (effects: DueEffects = EFFECTS): Promise<DueRun> =>
  within(ALL_MS + ONE_MS, () => runParts(effects))

async function runParts({ now, carryOut }: DueEffects): Promise<DueRun> {
  const began = now()
  const run: DueRun = { done: 0, failed: 0, left: 0, oldest_s: 0 }
  const unread: unknown[] = []
  const isOver = () => now() >= began + ALL_MS
  async function doOne({ businessId, key }: Due): Promise<void> {
    if (isOver()) return void run.left++
    try {
      const isDone = await asTenant(businessId, () => within(ONE_MS, () => carryOut(businessId, key, now())))
      if (isDone) run.done++
    } catch (error) {
      logLine('error', 'due', { business_id: businessId, item: key.sk, ...faultFields(error) })
      run.failed++
    }
  }
  for await (const items of pagesOfAll(began, unread)) {
    for (const { at } of items) run.oldest_s = Math.max(run.oldest_s, Math.floor((began - at) / 1000))
    await eachOf(inTurns(items), doOne)
    if (isOver()) break
  }
  logLine('info', 'due', { ...run, ...(run.oldest_s >= LATE_S && { alarm: 'due_late' }) })
  if (unread.length > 0) throw new Error('not all that is due could be read', { cause: unread[0] })
  return run
}

/** A page of each part of the list together, and then the next ones. A part that cannot be read is logged, and noted in `unread`. */
async function* pagesOfAll(time: number, unread: unknown[]): AsyncGenerator<Due[]> {
  let parts = Array.from({ length: DUE_SHARDS }, (_, part) => dueIn(part, time))
  while (parts.length > 0) {
    const read = parts.map(async (part) => {
      try {
        return (await part.next()).value ?? undefined
      } catch (error) {
        logLine('error', 'due', faultFields(error))
        unread.push(error)
        return undefined
      }
    })
    const pages = await Promise.all(read)
    parts = parts.filter((_, n) => pages[n] !== undefined)
    yield pages.flatMap((page) => page ?? [])
  }
}

/** The oldest item of each business, then the next of each: a business with many holds up no other. */
export function inTurns(items: readonly Due[]): Due[] {
  const rounds: Due[][] = []
  const counts = new Map<string, number>()
  for (const due of items.toSorted((one, other) => one.at - other.at)) {
    const round = counts.get(due.businessId) ?? 0
    counts.set(due.businessId, round + 1)
    rounds[round] ??= []
    rounds[round].push(due)
  }
  return rounds.flat()
}
