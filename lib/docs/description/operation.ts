import type { ProblemCode } from '../../api/http/problems/all-problems.ts'
import { RECORDS, type ResourceTitle } from '../../domain/resources.ts'
import type { HeaderName } from './headers.ts'
import type { JsonSchema, Parameter } from './openapi.ts'

/** The description of an operation, without the parts that the route table has already. */
export interface OperationSpec {
  operationId: string
  summary: string
  description: string
  tag: Tag
  parameters?: readonly Parameter[]
  body?: BodySpec
  /** The responses of success, by status. */
  answers: Record<number, AnswerSpec>
  /** The errors that are not problems, by status. The operation has problems of the same statuses. */
  errors?: Record<number, JsonSchema>
  /** The problems of this operation, without those that every operation of its kind has. */
  problems?: readonly ProblemCode[]
}

export interface BodySpec {
  /** Name of the component. */
  schema: string
  /** Its media types, if it is a file; the example is the text of one of the first type. */
  types?: readonly string[]
  /** The media types of a file that can be sent in its place. */
  files?: readonly string[]
  description: string
  example: unknown
  isOptional?: boolean
}

export interface AnswerSpec {
  description: string
  /** None: no content. */
  schema?: JsonSchema
  /** Its media types, if it is not `application/json`. */
  types?: readonly string[]
  example?: unknown
  headers?: readonly HeaderName[]
  /** True if the ETag does not cover every member, so that the response is never 304. */
  isAlwaysSent?: true
}

/** How the operations are grouped. */
export const TAGS: Record<Tag, string> = {
  Catalogue:
    'The public data of a shop, for browsers and servers. A request needs only the slug of the business.',
  ...(Object.fromEntries(RECORDS.map(({ title, about }) => [title, about])) as Record<ResourceTitle, string>),
  Events: 'The event that each change records.',
  Service: 'The service itself. A request needs no business.',
}

type Tag = 'Catalogue' | ResourceTitle | 'Events' | 'Service'
