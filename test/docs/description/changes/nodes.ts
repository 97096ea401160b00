import type { JsonSchema, OpenApi, Operation, PathItem } from '../../../../lib/docs/description/openapi.ts'

/** The place of a node: the names and numbers that lead to it from the root. */
export type Steps = readonly (string | number)[]

type Direction = 'request' | 'answer'

/** Everything whose deletion breaks a client, each once. Written from the rules, not from the check. */
export function* nodesThatMatter(description: OpenApi): Generator<Steps> {
  const seen = new Set<string>()
  for (const steps of [...operations(description), ...components(description)]) {
    const key = JSON.stringify(steps)
    if (!seen.has(key)) yield steps
    seen.add(key)
  }
}

function* components(description: OpenApi): Generator<Steps> {
  for (const name of Object.keys(description.components.securitySchemes))
    yield ['components', 'securitySchemes', name]
  for (const n of description.servers.keys()) yield ['servers', n]
}

function* operations(description: OpenApi): Generator<Steps> {
  const walk = walker(description)
  for (const place of ['paths', 'webhooks'] as const)
    for (const [name, item] of Object.entries<PathItem>(description[place])) {
      yield [place, name]
      for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
        const operation = item[method]
        if (!operation) continue
        const at = [place, name, method]
        yield at
        yield [...at, 'operationId']
        yield* sent(operation, at, walk, place === 'webhooks')
        yield* answered(operation, at, walk, place === 'webhooks')
      }
    }
}

type Walk = ReturnType<typeof walker>

function* sent(operation: Operation, at: Steps, walk: Walk, isWebhook: boolean): Generator<Steps> {
  const direction = isWebhook ? 'answer' : 'request'
  for (const [n, parameter] of (operation.parameters ?? []).entries()) {
    yield [...at, 'parameters', n]
    if ('$ref' in parameter) continue
    if (isWebhook && parameter.required) yield [...at, 'parameters', n, 'required']
    yield* walk(parameter.schema, [...at, 'parameters', n, 'schema'], direction)
  }
  if (operation.requestBody) yield [...at, 'requestBody']
  for (const [mediaType, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
    const content = [...at, 'requestBody', 'content', mediaType]
    yield content
    yield* walk(schema, [...content, 'schema'], direction)
  }
}

function* answered(operation: Operation, at: Steps, walk: Walk, isWebhook: boolean): Generator<Steps> {
  for (const [status, response] of Object.entries(operation.responses)) {
    const here = [...at, 'responses', status]
    if (/^[23]/.test(status)) yield here
    if (isWebhook || '$ref' in response) continue
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      yield [...here, 'headers', name]
      if ('$ref' in header) continue
      if (header.required) yield [...here, 'headers', name, 'required']
      yield* walk(header.schema, [...here, 'headers', name, 'schema'], 'answer')
    }
    for (const [mediaType, { schema }] of Object.entries(response.content ?? {})) {
      yield [...here, 'content', mediaType]
      yield* walk(schema, [...here, 'content', mediaType, 'schema'], 'answer')
    }
  }
}

/** Keywords whose limits a response must keep. */
const LIMITS = [
  'type',
  'format',
  'pattern',
  'enum',
  'const',
  'items',
  'minimum',
  'maximum',
  'uniqueItems',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const

/** Walks through schemas, through each component once for each direction. */
function walker({ components: { schemas } }: OpenApi) {
  const seen = new Set<string>()
  return function* walk(schema: JsonSchema, at: Steps, direction: Direction): Generator<Steps> {
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined && !seen.has(direction + name)) {
      seen.add(direction + name)
      yield ['components', 'schemas', name]
      yield* walk(schemas[name] ?? {}, ['components', 'schemas', name], direction)
    }
    yield* members(schema, at, direction)
    yield* direction === 'request' ? choices(schema, at) : limits(schema, at)
    for (const [property, inner] of Object.entries(schema.properties ?? {}))
      yield* walk(inner, [...at, 'properties', property], direction)
    for (const [n, inner] of (schema.anyOf ?? []).entries())
      yield* walk(inner, [...at, 'anyOf', n], direction)
    for (const [n, inner] of (schema.oneOf ?? []).entries())
      yield* walk(inner, [...at, 'oneOf', n], direction)
    if (schema.items) yield* walk(schema.items, [...at, 'items'], direction)
    if (typeof schema.additionalProperties === 'object')
      yield* walk(schema.additionalProperties, [...at, 'additionalProperties'], direction)
    // The parts of an allOf say some things twice: what only one of them says is what another refers to.
    const twice = new Set((schema.allOf ?? []).flatMap((part) => [...Object.keys(part), ...names(part)]))
    for (const inner of schema.allOf ?? [])
      if (inner.$ref) for (const steps of walk(inner, at, direction)) if (!isSaid(steps, twice)) yield steps
  }
}

const names = ({ properties = {} }: JsonSchema) => Object.keys(properties)

/** True for a node directly in a component, or about a member of it, that another part speaks of as well. */
const isSaid = ([, , , keyword = '', name = '']: Steps, twice: Set<string | number>) =>
  twice.has(keyword === 'properties' ? name : keyword)

function* members({ properties = {}, required = [] }: JsonSchema, at: Steps, direction: Direction) {
  for (const name of Object.keys(properties)) yield [...at, 'properties', name]
  if (direction === 'answer') for (const n of required.keys()) yield [...at, 'required', n]
}

/** The choices that a schema gives to a client. */
function* choices(schema: JsonSchema, at: Steps): Generator<Steps> {
  for (const keyword of ['type', 'enum', 'anyOf', 'oneOf'] as const) {
    const { [keyword]: list } = schema
    if (Array.isArray(list) && list.length > 1) for (const n of list.keys()) yield [...at, keyword, n]
  }
  if (schema.default !== undefined) yield [...at, 'default']
}

function* limits(schema: JsonSchema, at: Steps): Generator<Steps> {
  const isListed = schema.enum !== undefined || schema.const !== undefined
  // A list that grows narrows nothing.
  const says = (keyword: (typeof LIMITS)[number]) =>
    schema[keyword] !== undefined && !(keyword === 'enum' && schema['x-extensible-enum'])
  for (const keyword of LIMITS) if (says(keyword) && !(isListed && keyword === 'type')) yield [...at, keyword]
  for (const keyword of ['anyOf', 'oneOf'] as const) if (schema[keyword]) yield [...at, keyword]
  if (typeof schema.additionalProperties === 'object') yield [...at, 'additionalProperties']
}

/** A copy without one node. */
export function without(description: OpenApi, steps: Steps): OpenApi {
  const copy = structuredClone(description)
  const last = steps.at(-1) ?? ''
  const parent = steps.slice(0, -1).reduce<unknown>((node, step) => Object(node)[step], copy)
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else Reflect.deleteProperty(Object(parent), last)
  return copy
}
