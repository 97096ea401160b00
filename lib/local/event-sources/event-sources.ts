import type { Stream } from '../dynamodb/stream.ts'
import type { FunctionDefinition } from '../lambda/function-definition.ts'
import type { InvocationOutcome } from '../lambda/invocation.ts'
import type { Judge } from '../permissions/judge.ts'
import type { QueueService } from '../sqs/queue-service.ts'
import type { Json } from '../template/json.ts'
import { type Checkpoints, openCheckpoints } from './checkpoints.ts'
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

/** A mapping or a rule of the template, which invokes its function while it is enabled. */
export interface Trigger extends EventSource {
  readonly logicalId: string
  readonly kind: 'mapping' | 'rule'
  readonly function: FunctionDefinition
  readonly isEnabled: boolean
  /** Enables or disables it, as `update-event-source-mapping`, `enable-rule` and `disable-rule` do. */
  switchTo(isEnabled: boolean): Promise<void>
}

/**
 * Starts what reads the stream, the queues and the clock, where it is enabled. A mapping reads its source under the role of its function, as in
 * AWS: throws one line if the role does not allow that.
 */
export async function startEventSources(
  { mappings, schedules }: Triggers,
  sources: Sources,
): Promise<Trigger[]> {
  const { queues, judge, invoke, mostAtOnce } = sources
  for (const { logicalId, function: of, needs } of [...mappings.streams, ...mappings.queues])
    judge.useFor(of.logicalId, `The event source mapping ${logicalId}`, needs)
  const streams = await Promise.all(mappings.streams.map((mapping) => openStream(mapping, sources)))
  const others = [
    ...mappings.queues.map((mapping) =>
      switchable('mapping', mapping, () =>
        pollQueue(
          { queue: mapping.queue, mostAtOnce: Math.min(mapping.mostAtOnce, mostAtOnce) },
          queues,
          (event) => invoke(mapping.function, event),
        ),
      ),
    ),
    ...schedules.map((schedule) =>
      switchable('rule', schedule, () =>
        runSchedule(schedule, () => void invoke(schedule.function, scheduledEvent(schedule))),
      ),
    ),
  ]
  return [...streams, ...(await Promise.all(others))]
}

/** Begins at once if the definition says so. The definition says from then on whether it is enabled. */
async function switchable(
  kind: Trigger['kind'],
  definition: Pick<Trigger, 'logicalId' | 'function'> & { isEnabled: boolean },
  start: () => EventSource | Promise<EventSource>,
): Promise<Trigger> {
  const { logicalId, function: of } = definition
  let source = definition.isEnabled ? await start() : undefined
  const stop = async () => {
    const stopped = source
    source = undefined
    await stopped?.stop()
  }
  return {
    logicalId,
    kind,
    function: of,
    get isEnabled() {
      return definition.isEnabled
    },
    async switchTo(isEnabled) {
      definition.isEnabled = isEnabled
      if (!isEnabled) await stop()
      else source ??= await start()
    },
    stop,
  }
}

/** Its checkpoints are kept while it is disabled: it then continues with what has come meanwhile. */
function openStream(mapping: StreamMapping, { stream, queues, dataDir, invoke }: Sources): Promise<Trigger> {
  let checkpoints: Promise<Checkpoints> | undefined
  return switchable('mapping', mapping, async () => {
    checkpoints ??= openCheckpoints(dataDir, mapping.logicalId, await stream.arn())
    return pollStream(mapping, {
      stream,
      checkpoints: await checkpoints,
      invoke: (event) => invoke(mapping.function, event),
      async sendFailure(message) {
        const QueueUrl = mapping.failureQueue?.url ?? null
        await queues.call('SendMessage', { QueueUrl, MessageBody: JSON.stringify(message) })
      },
    })
  })
}
