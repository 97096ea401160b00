import { isJsonObject } from '../../domain/body/json-object.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { StreamMapping } from './mappings.ts'
import type { Running } from './running.ts'

export type BatchRules = Pick<StreamMapping, 'bisects' | 'reportsFailures' | 'mostRetries' | 'mostAgeSeconds'>

/** Why records are given up: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
export type Condition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded'

export interface BatchActions {
  invoke(records: JsonObject[]): Promise<InvocationOutcome>
  giveUp(records: JsonObject[], condition: Condition, invocations: number): Promise<void>
}

/** AWS does not document its pauses between tries. These are 47 s in all for ten retries. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Hands a batch of records to the function until none is left, in their order: a record that fails holds up all after it,
 * until it succeeds, has been tried so often, or is so old. Ends early when the source is stopped.
 *
 * - After an error the batch is halved, if the mapping says so, which costs no retry.
 * - If the function reports failures, what is before the first one is done, and the rest is tried again.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export async function handOver(
  batch: JsonObject[],
  rules: BatchRules,
  actions: BatchActions,
  running: Running,
): Promise<void> {
  // The batches still to be handed over, the next one last, each with the number of its tries.
  const waiting = [{ records: batch, tries: 0 }]
  for (let next = waiting.pop(); next && !running.isStopped; next = waiting.pop()) {
    const { records, tooOld } = byAge(next.records, rules.mostAgeSeconds)
    if (tooOld.length > 0) await actions.giveUp(tooOld, 'RecordAgeExceeded', next.tries)
    if (records.length === 0) continue
    const outcome = await running.untilStopped(actions.invoke(records))
    if (outcome === undefined) return
    const rest = records.slice(doneOf(records, outcome, rules.reportsFailures))
    if (rest.length === 0) continue
    const tries = next.tries + 1
    if (rules.bisects && rest.length === records.length && rest.length > 1) {
      const half = Math.ceil(rest.length / 2)
      waiting.push({ records: rest.slice(half), tries: next.tries })
      waiting.push({ records: rest.slice(0, half), tries: next.tries })
    } else if (tries > rules.mostRetries) {
      await actions.giveUp(rest, 'RetryAttemptsExhausted', tries)
    } else {
      await running.pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS))
      waiting.push({ records: rest, tries })
    }
  }
}

function byAge(records: JsonObject[], mostAgeSeconds: number) {
  const oldest = Date.now() / 1000 - mostAgeSeconds
  const isTooOld = (record: JsonObject) => createdAt(record) < oldest
  return {
    records: records.filter((record) => !isTooOld(record)),
    tooOld: records.filter((record) => isTooOld(record)),
  }
}

/** In epoch seconds. */
export const createdAt = ({ dynamodb }: JsonObject) =>
  Number(isJsonObject(dynamodb) ? dynamodb.ApproximateCreationDateTime : 0)

export const sequenceNumberOf = ({ dynamodb }: JsonObject) =>
  String(isJsonObject(dynamodb) ? dynamodb.SequenceNumber : '')

/**
 * How many records are done. An empty or missing list of failures is a success of all; one that cannot be read, or that names
 * no record of the batch, is a failure of all.
 */
function doneOf(records: JsonObject[], outcome: InvocationOutcome, reportsFailures: boolean): number {
  if ('error' in outcome) return 0
  if (!reportsFailures) return records.length
  const response: Json = JSON.parse(outcome.payload)
  const failures = isJsonObject(response) ? response.batchItemFailures : null
  if (failures === undefined || failures === null) return records.length
  if (!Array.isArray(failures)) return 0
  const places = failures.map((failure) =>
    records.findIndex(
      (record) => isJsonObject(failure) && sequenceNumberOf(record) === failure.itemIdentifier,
    ),
  )
  return places.length === 0 ? records.length : Math.max(0, Math.min(...places))
}
