import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from '../template/json.ts'

/** Says whether a record is for the function. */
export type Filter = (record: JsonObject) => boolean

/**
 * Reads the pattern of a filter: an object names the members that a record must have, a list the values that one of them can
 * have, exact ones or `{ "prefix": … }`.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax
 *
 * Throws for any other operator, such as `numeric` or `exists`, and for a pattern that is not one.
 */
export function readFilter(place: string, pattern: string): Filter {
  const json: Json = JSON.parse(pattern)
  if (!isJsonObject(json)) throw new Error(`${place} must be an object`)
  return objectFilter(place, json)
}

function objectFilter(place: string, pattern: JsonObject): Filter {
  const members = Object.entries(pattern).map(([name, of]): Filter => {
    const inside = `${place}.${name}`
    if (isJsonObject(of)) {
      const filter = objectFilter(inside, of)
      return ({ [name]: value }) => isJsonObject(value) && filter(value)
    }
    const matches = valueFilter(inside, of)
    return ({ [name]: value }) => matches(value)
  })
  return (record) => members.every((filter) => filter(record))
}

function valueFilter(place: string, choices: Json): (value: Json | undefined) => boolean {
  if (!Array.isArray(choices) || choices.length === 0) throw new Error(`${place} must be a list of values`)
  const matchers = choices.map((choice) => {
    if (!isJsonObject(choice)) return (value: Json | undefined) => value === choice
    const { prefix, ...others } = choice
    if (typeof prefix !== 'string' || Object.keys(others).length > 0)
      throw new Error(`${place} has ${JSON.stringify(choice)}, which lib/local does not imitate`)
    return (value: Json | undefined) => typeof value === 'string' && value.startsWith(prefix)
  })
  return (value) => matchers.some((matches) => matches(value))
}
