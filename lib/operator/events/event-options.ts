import type { Command } from 'commander'
import type { EventFilter } from '../../data/event-filter.ts'
import { isExpired } from '../../data/events.ts'
import { isEventId } from '../../domain/events.ts'
import { EVENT_TYPE_FILTERS } from '../../domain/resources.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { isTime } from '../../domain/text/text.ts'
import { Failure } from '../command-line/failure.ts'

/** The options that choose events, as they were written. */
export interface EventOptions {
  type?: string
  actor?: string
  object?: string
  request?: string
  from?: string
  until?: string
  newest?: true
  after?: string
}

/** Adds them to a command. */
export const withEventOptions = (command: Command): Command =>
  command
    .option(
      '--type <types>',
      'only events of these types, separated by commas, such as product.updated or product.*',
    )
    .option('--actor <actor>', 'only events of this actor: the id of an API key, operator or system')
    .option('--object <id>', 'only events of this object')
    .option('--request <id>', 'only events of the request with this id')
    .option('--from <time>', 'only events from this time on (RFC 3339)')
    .option('--until <time>', 'only events before this time (RFC 3339)')
    .option('--newest', 'print the newest events first')
    .option('--after <event id>', 'only events after this one; with --newest, only events before it')

/** Throws a `Failure` for a filter that no event can pass. */
export function readFilter({ type, actor, object, request, from, until, newest }: EventOptions): EventFilter {
  if (request !== undefined && !isUuid(request))
    throw new Failure(`--request ${quoted(request)} is not the id of a request`)
  if (actor !== undefined && !isUuid(actor) && !['operator', 'system'].includes(actor))
    throw new Failure(
      `--actor ${quoted(actor)} is not an actor: use the id of an API key, operator or system`,
    )
  return {
    ...(type !== undefined && { type: readTypes(type) }),
    ...(actor !== undefined && { actor: actor.toLowerCase() }),
    ...(object !== undefined && { object }),
    ...(request !== undefined && { request_id: request.toLowerCase() }),
    ...(from !== undefined && { from: readTime('from', from) }),
    ...(until !== undefined && { until: readTime('until', until) }),
    ...(newest && { order: 'newest' }),
  }
}

function readTypes(text: string): string[] {
  const types = text.split(',').map((type) => type.trim())
  for (const type of types)
    if (!EVENT_TYPE_FILTERS.some((known) => known === type))
      throw new Failure(
        `--type ${quoted(type)} is not a type of event: use one of ${EVENT_TYPE_FILTERS.join(', ')}`,
      )
  return types
}

function readTime(option: string, text: string): Date {
  if (isTime(text)) return new Date(text)
  throw new Failure(`--${option} ${quoted(text)} is not an RFC 3339 time such as 2026-11-20T10:12:05Z`)
}

/** The event that was read last. Throws a `Failure` if there can be nothing behind it. */
export function readAfter({ after }: EventOptions): string | undefined {
  if (after === undefined) return undefined
  if (!isEventId(after)) throw new Failure(`--after ${quoted(after)} is not the id of an event`)
  if (isExpired(after, new Date()))
    throw new Failure(`--after ${after} is older than 30 days: events after it are already deleted`)
  return after
}
