import type { Stream } from '../dynamodb/stream.ts'
import type { FunctionDefinition } from '../lambda/function-definition.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import type { Judge } from '../permissions/judge.ts'
import type { QueueService } from '../sqs/queue-service.ts'
import type { Json } from '../template/json.ts'
import { openCheckpoints } from './checkpoints.ts'
import type { Mappings, StreamMapping } from './mappings.ts'
import { pollQueue } from './poll-queue.ts'
import { pollStream } from './poll-stream.ts'
import type { EventSource } from './running.ts'
import { runSchedule, type Schedule, scheduledEvent } from './schedules.ts'

/** Everything that invokes functions of a stack except its API. */
export interface Triggers {
  mappings: Mappings
  schedules: Schedule[]
}

/** The services and settings that event sources use. */
export interface Sources {
  stream: Stream
  queues: Pick<QueueService, 'call'>
  judge: Judge
  /** where checkpoints stay between runs */
  dataDir: string | undefined
  /** the most invocations of one function at a time */
  mostAtOnce: number
  invoke(definition: FunctionDefinition, event: Json): Promise<InvocationOutcome>
}

/** The functions that nobody waits for. */
export const backgroundFunctions = ({ mappings: { streams, queues }, schedules }: Triggers) =>
  new Set([...streams, ...queues, ...schedules].map((trigger) => trigger.function.logicalId))

/**
 * Starts what reads the stream, the queues and the clock, where it is enabled. A mapping reads its source under the role of its function, as in
 * AWS: throws one line if the role does not allow that.
 */
export async function startEventSources(
  { mappings, schedules }: Triggers,
  sources: Sources,
): Promise<EventSource[]> {
  const { queues, judge, invoke, mostAtOnce } = sources
  for (const { logicalId, function: of, needs } of [...mappings.streams, ...mappings.queues])
    judge.useFor(of.logicalId, `The event source mapping ${logicalId}`, needs)
  const streams = await Promise.all(enabled(mappings.streams).map((mapping) => startStream(mapping, sources)))
  return [
    ...streams,
    ...enabled(mappings.queues).map((mapping) =>
      pollQueue(
        { queue: mapping.queue, mostAtOnce: Math.min(mapping.mostAtOnce, mostAtOnce) },
        queues,
        (event) => invoke(mapping.function, event),
      ),
    ),
    ...enabled(schedules).map((schedule) =>
      runSchedule(schedule, () => void invoke(schedule.function, scheduledEvent(schedule))),
    ),
  ]
}

/** Those that invoke anything at all. */
const enabled = <T extends { isEnabled: boolean }>(all: readonly T[]) =>
  all.filter(({ isEnabled }) => isEnabled)

async function startStream(
  mapping: StreamMapping,
  { stream, queues, dataDir, invoke }: Sources,
): Promise<EventSource> {
  return pollStream(mapping, {
    stream,
    checkpoints: await openCheckpoints(dataDir, mapping.logicalId, await stream.arn()),
    invoke: (event) => invoke(mapping.function, event),
    async sendFailure(message) {
      const QueueUrl = mapping.failureQueue?.url ?? null
      await queues.call('SendMessage', { QueueUrl, MessageBody: JSON.stringify(message) })
    },
  })
}
