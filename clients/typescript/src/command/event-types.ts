import type { components } from '../api.ts'
import { usageFailure } from './failure.ts'

/** A type of events, or all types of one kind of object. */
export type EventTypeFilter = components['schemas']['EventTypeFilter']

/** The form alone: the API knows which types there are, and names them when it refuses one. */
const isType = (text: string): text is EventTypeFilter => /^[a-z_]+\.(?:\*|[a-z_]+)$/.test(text)

/** Reads `--types`: types of events with commas between them. Throws a `Failure`. */
export function eventTypes(text: string | undefined): EventTypeFilter[] {
  const types = text?.split(',').map((type) => type.trim()) ?? []
  const wrong = types.find((type) => !isType(type))
  if (wrong !== undefined)
    throw usageFailure(
      `--types ${wrong}: it must be types such as product.updated or product.*, separated by commas`,
    )
  return types.filter(isType)
}
