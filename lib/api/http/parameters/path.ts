import { type NamedType, RESOURCES } from '../../../domain/resources.ts'
import { isSlug, isUuid } from '../../../domain/text/identifiers.ts'
import { notFound } from '../problems/resource-problems.ts'

/** The UUID in a path, in lower case. Throws `<type>_not_found`: no object has anything else as its id. */
export function pathUuid(type: NamedType, value: string | undefined): string {
  if (value === undefined || !isUuid(value)) throw notFound(type, RESOURCES[type].name)
  return value.toLowerCase()
}

/** The slug in a path. Throws `<type>_not_found`: no object has anything else as its id. */
export function pathSlug(type: NamedType, value: string | undefined): string {
  if (value === undefined || !isSlug(value)) throw notFound(type, RESOURCES[type].name)
  return value
}
