import { AsyncLocalStorage } from 'node:async_hooks'
import type { TableWrite } from './calls/writer.ts'
import type { Happening } from './happening.ts'
import { COUNT_PREFIX, type Key } from './keys.ts'

/** One write of a dry run, with those that were tried before it. */
export interface DryWrite {
  /** The events of its commits. */
  happenings: Happening[]
  /** The keys of the items that they would write, except events and counts. */
  written: string[]
  /** The keys of the earlier writes. */
  earlier: ReadonlySet<string>
}

const dryWrite = new AsyncLocalStorage<DryWrite | undefined>()

/** The write that is only tried here, if one is. */
export const dryWriteHere = (): DryWrite | undefined => dryWrite.getStore()

/**
 * Begins a dry run. The function that it returns runs one write up to its commit, which the table checks and does not carry out
 * (`commit`), and returns what the write would have recorded. Each write is checked against what is stored: one that depends on
 * an earlier write of the same dry run throws the `Refusal` `depends_on_operation`.
 */
export function beginDryRun() {
  const earlier = new Set<string>()
  return async <T>(write: () => Promise<T>): Promise<{ result: T; happenings: readonly Happening[] }> => {
    const one: DryWrite = { happenings: [], written: [], earlier }
    const result = await dryWrite.run(one, write)
    for (const key of one.written) earlier.add(key)
    return { result, happenings: one.happenings }
  }
}

/** Carries out a write of its own while another one is only tried: one that is due anyway. */
export const forReal = <T>(write: () => Promise<T>): Promise<T> => dryWrite.run(undefined, write)

/** The text by which a dry run knows a key. */
const keyText = ({ pk, sk }: Key): string => `${pk}\n${sk}`

/** True if an earlier write of a dry run would write the item of this key: what is stored there says nothing then. */
export const isWrittenEarlier = (key: Key): boolean => dryWriteHere()?.earlier.has(keyText(key)) ?? false

/** The members of a `Step` that a dry run reads. */
interface CheckedStep {
  write: TableWrite
  happening?: Happening
}

/** True if steps with an event write what an earlier write of the same dry run would write. */
export const writesAgain = (steps: readonly CheckedStep[]): boolean =>
  steps.some(({ happening }) => happening) && steps.flatMap(keyWritten).some(isWrittenEarlier)

/**
 * Lets the table check steps that it cannot carry out, because their event has a condition that never holds, and notes what they
 * would record. DynamoDB evaluates every condition of a transaction and says which ones failed (API reference,
 * TransactWriteItems): if it is the event's alone, the write would succeed. `refusedByEvent` sends the steps and throws any other
 * refusal.
 */
export async function checkOnly<Step extends CheckedStep>(
  dryWrite: DryWrite,
  steps: readonly Step[],
  refusedByEvent: (steps: readonly (Step | BarredEvent)[]) => Promise<void>,
): Promise<void> {
  const happenings = steps.flatMap(({ happening }) => happening ?? [])
  if (happenings.length > 0) await refusedByEvent(steps.map(barred))
  // Only now: candidates for a slug and tries against another version leave nothing behind. A commit without an event is the rest
  // of one that was checked, such as late releases: it is not sent.
  dryWrite.happenings.push(...happenings)
  dryWrite.written.push(...steps.flatMap(keyWritten).map(keyText))
}

/** The key that a step writes, if another write of it is a matter of their order. */
function keyWritten({ write: { Put, Update, Delete }, happening }: CheckedStep): Key[] {
  const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? {}
  const isShared = happening !== undefined || `${sk}`.startsWith(COUNT_PREFIX)
  return typeof pk === 'string' && typeof sk === 'string' && !isShared ? [{ pk, sk }] : []
}

interface BarredEvent {
  write: TableWrite
  refusal: 'dry_run'
}

/** An event that cannot be written: its id is new, and it must be there. Other steps stay as they are. */
const barred = <Step extends CheckedStep>(step: Step): Step | BarredEvent =>
  step.happening && step.write.Put
    ? {
        write: { Put: { ...step.write.Put, ConditionExpression: 'attribute_exists(pk)' } },
        refusal: 'dry_run',
      }
    : step
