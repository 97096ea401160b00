/** The part of OpenAPI 3.1.1 (https://spec.openapis.org/oas/v3.1.1.html) that the description of this API uses. */
export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  security: SecurityRequirement[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: Components
}

interface Components {
  schemas: Record<string, JsonSchema>
  parameters: Record<string, Parameter>
  headers: Record<string, Header>
  responses: Record<string, Response>
  examples: Record<string, Example>
  securitySchemes: Record<string, object>
}

export interface Reference {
  $ref: string
}

/** Names of security schemes that must all be met. */
export type SecurityRequirement = Record<string, string[]>

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete'

export type PathItem = { [M in Method]?: Operation } & { parameters?: (Parameter | Reference)[] }

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: SecurityRequirement[]
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody
  responses: Record<string, Response | Reference>
  /** Left out by openapi-generator. */
  'x-internal'?: true
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  deprecated?: boolean
  schema: JsonSchema
  style?: 'form' | 'simple'
  explode?: boolean
  example?: unknown
}

export interface RequestBody {
  description?: string
  required: boolean
  content: Record<string, MediaType>
}

export interface MediaType {
  schema: JsonSchema
  examples?: Record<string, Example | Reference>
}

interface Example {
  summary?: string
  value: unknown
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, MediaType>
}

export interface Header {
  description: string
  /** True if every response with this status has it. */
  required?: boolean
  schema: JsonSchema
  example?: unknown
}

/** JSON Schema, draft 2020-12: the members the description uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  title?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  readOnly?: boolean
  deprecated?: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: JsonSchema
  minProperties?: number
  maxProperties?: number
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  propertyNames?: JsonSchema
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  not?: JsonSchema
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  /** The known values of a text that can get others (https://opensource.zalando.com/restful-api-guidelines/#112). */
  'x-extensible-enum'?: readonly string[]
}
