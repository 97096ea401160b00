import { type Shard, type Stream, StreamError } from '../dynamodb/stream.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import { REGION } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { StreamMapping } from './mappings.ts'
import { type EventSource, persistently, type Running, runUntilStopped } from './running.ts'
import { type BatchActions, handOver, sequenceNumberOf } from './stream-batches.ts'
import { failureMessage } from './stream-failure.ts'

/** Lambda's base rate: https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#dynamodb-polling-and-batching */
const POLL_EVERY_MS = 250
/** The polls without a record, 10 s of them, after which the stream is read less often: a machine on which nothing happens has to rest. */
const POLLS_UNTIL_QUIET = 40
const QUIET_POLL_EVERY_MS = 1_000
const LIST_EVERY_MS = 60_000

/** The source, in what stderr says about it. */
const STREAM = 'the stream of the table'

/** The parts that a mapping of a stream uses. */
export interface StreamParts {
  stream: Stream
  checkpoints: Checkpoints
  invoke(event: Json): Promise<InvocationOutcome>
  /** Sends a message to the mapping's failure destination. */
  sendFailure(message: JsonObject): Promise<void>
}

/**
 * Invokes the function of a mapping with the records of the stream that its filters let through: in each shard in the order of
 * the records, one batch at a time, from the oldest record that is not done. A shard begins when its parent has ended.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function pollStream(mapping: StreamMapping, parts: StreamParts): EventSource {
  return runUntilStopped(async (running) => {
    const followed = new Map<string, Promise<void>>()
    while (!running.isStopped) {
      const shards = (await persistently(STREAM, () => parts.stream.shards(), running)) ?? []
      const follow = (shard: Shard): Promise<void> => {
        const parent = shards.find(({ id }) => id === shard.parentId)
        const before = parent ? follow(parent) : Promise.resolve()
        const following = followed.get(shard.id) ?? before.then(() => follower(shard.id))
        followed.set(shard.id, following)
        return following
      }
      const follower = (id: string) =>
        persistently(STREAM, () => readShard(id, mapping, parts, running), running)
      const added = shards.filter(({ id }) => !followed.has(id)).map(follow)
      // Once a shard has ended its children are listed.
      if (added.length > 0) await Promise.race(added)
      else await running.pause(LIST_EVERY_MS)
    }
    await Promise.all(followed.values())
  })
}

/** Resolves at the end of the shard, which gets no more records then, or when the source is stopped. */
async function readShard(
  shardId: string,
  mapping: StreamMapping,
  parts: StreamParts,
  running: Running,
): Promise<void> {
  const { stream, checkpoints } = parts
  const actions = actionsOf(shardId, mapping, parts)
  let next: string | undefined = await oldestOf(stream, shardId, checkpoints.of(shardId))
  let emptyPolls = 0
  while (next !== undefined && !running.isStopped) {
    const page = await stream.read(next)
    for (const { wanted, last } of batchesOf(page.records, mapping)) {
      await handOver(wanted, mapping, actions, running)
      if (running.isStopped) return
      await checkpoints.set(shardId, last)
    }
    next = page.next
    emptyPolls = page.records.length === 0 ? emptyPolls + 1 : 0
    if (emptyPolls > 0)
      await running.pause(emptyPolls > POLLS_UNTIL_QUIET ? QUIET_POLL_EVERY_MS : POLL_EVERY_MS)
  }
}

/** The place of the oldest record that is not done. What is older than a stream keeps records is passed over. */
function oldestOf(stream: Stream, shardId: string, after: string | undefined): Promise<string> {
  return stream.iterator(shardId, after).catch((error) => {
    const isTrimmed = error instanceof StreamError && error.type === 'TrimmedDataAccessException'
    if (isTrimmed) return stream.iterator(shardId, undefined)
    throw error
  })
}

/** Cuts a page into batches of the records that the filters let through, each with the last number that is done after it. */
function batchesOf(records: JsonObject[], { filters, batchSize, streamArn }: StreamMapping) {
  const isWanted = (record: JsonObject) => filters.length === 0 || filters.some((filter) => filter(record))
  const wanted = records.filter(isWanted)
  const batches: { wanted: JsonObject[]; last: string }[] = []
  for (let start = 0; start < wanted.length; start += batchSize) {
    const batch = wanted.slice(start, start + batchSize)
    const last = sequenceNumberOf(batch.at(-1) ?? {})
    batches.push({ wanted: batch.map((record) => asFunctionsGetIt(record, streamArn)), last })
  }
  const end = records.at(-1)
  if (end !== undefined) batches.push({ wanted: [], last: sequenceNumberOf(end) })
  return batches
}

/** Engines have a region, and a name of the stream, of their own. */
const asFunctionsGetIt = (record: JsonObject, eventSourceARN: string): JsonObject => ({
  ...record,
  awsRegion: REGION,
  eventSourceARN,
})

function actionsOf(
  shardId: string,
  mapping: StreamMapping,
  { invoke, sendFailure }: StreamParts,
): BatchActions {
  return {
    invoke: (records) => invoke({ Records: records }),
    async giveUp(records, condition, invocations) {
      const message = failureMessage(records, { condition, invocations, shardId, mapping })
      process.stderr.write(`${mapping.logicalId}: ${records.length} records given up: ${condition}\n`)
      if (mapping.failureQueue) await sendFailure(message)
    },
  }
}
