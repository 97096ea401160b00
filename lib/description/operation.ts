import type { ProblemCode } from '../http/problems/catalogue.ts'
import type { HeaderName } from './headers.ts'
import type { JsonSchema, Parameter } from './openapi.ts'

/** What is to be said of an operation beside what the route table says already. */
export interface OperationSpec {
  operationId: string
  summary: string
  description: string
  tag: Tag
  parameters?: readonly Parameter[]
  body?: BodySpec
  /** The answers of success, by status. */
  answers: Record<number, AnswerSpec>
  /** Problems of its own, beside those that every operation of its kind has. */
  problems?: readonly ProblemCode[]
}

export interface BodySpec {
  /** Name of the component. */
  schema: string
  description: string
  example: unknown
  isOptional?: boolean
}

export interface AnswerSpec {
  description: string
  /** None: no content. */
  schema?: JsonSchema
  example?: unknown
  headers?: readonly HeaderName[]
  /** True if the tag does not name all of it, so that nobody is told that it is still the same. */
  isAlwaysSent?: true
}

/** How the operations are grouped. */
export const TAGS = {
  Catalogue: 'What shops show: read from browsers and servers, with the slug alone.',
  Products: "The merchant's own products, in every status.",
  Categories: 'The categories of the business.',
  Business: 'The business itself.',
  'API keys': 'Keys for automations. A key cannot make another key with more rights than its own.',
  Service: 'The service itself, of no business.',
}

type Tag = keyof typeof TAGS
