import fc from 'fast-check'
import type {
  JsonSchema,
  Method,
  OpenApi,
  Operation,
  Parameter,
  Reference,
} from '../../../../lib/docs/description/openapi.ts'
import type { Known } from './known.ts'
import { type Mutation, mutation } from './mutations.ts'
import type { ApiRequest, Body } from './request.ts'
import { type ValuesOf, valueMaker } from './values.ts'

/** An operation and where it stands. */
interface Endpoint {
  method: Method
  /** As in the description: `/products/{product}`. */
  path: string
  operation: Operation
}

const endpointsOf = ({ paths }: OpenApi): Endpoint[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method as Method,
      operation: operation as Operation,
    })),
  )

/** Requests of any operation, each as likely as the others; but no messages of a protocol that the description does not have. */
export function anyRequest(description: OpenApi, known: Known): fc.Arbitrary<ApiRequest> {
  const source = { description, known, valuesOf: valueMaker(description, known.members) }
  const endpoints = endpointsOf(description).filter(({ path }) => path !== '/mcp')
  return fc.oneof(...endpoints.map((endpoint) => requestFor(source, endpoint)))
}

/** The sources of all requests. */
interface Source {
  description: OpenApi
  known: Known
  valuesOf: ValuesOf
}

/**
 * Requests of an operation. Half of them are as the description asks for; what it leaves open is anything, among it
 * names that exist, in this business or another. The other half are that with one to three things wrong.
 */
function requestFor(source: Source, endpoint: Endpoint): fc.Arbitrary<ApiRequest> {
  const valid = validRequest(source, endpoint)
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 3, size: '-1' })
  const mutated = fc.tuple(valid, mutations).map(([request, changes]) => changes.reduce(mutate, request))
  return fc.oneof(valid, mutated)
}

function mutate(request: ApiRequest, { name, apply }: Mutation): ApiRequest {
  return Object.assign({}, request, apply(request), { mutations: request.mutations.concat(name) })
}

function validRequest(
  { description, known, valuesOf }: Source,
  { method, path, operation }: Endpoint,
): fc.Arbitrary<ApiRequest> {
  const parameters = (operation.parameters ?? []).map((one) => parameterOf(description, one))
  const inPlace = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const isGet = method === 'get'
  return fc
    .record({
      method: isGet ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(method.toUpperCase()),
      path: filledPath(path, inPlace('path'), known, valuesOf),
      query: sent(inPlace('query'), (parameter) => queryValues(parameter, valuesOf)),
      headers: sent(inPlace('header'), (parameter) =>
        headerValue(parameter, known, valuesOf).map((value) => [value]),
      ),
      identity: identityOf(description, operation, known),
      content: contentOf(operation, valuesOf),
      coding: fc.constantFrom([], [], ['accept-encoding', 'gzip'], ['accept-encoding', 'br']),
    })
    .map(({ identity, content, coding, query, headers, ...request }) => ({
      ...request,
      operationId: operation.operationId,
      query: [...query.map(([name, value]) => `${name}=${value}`), ...identity.query],
      headers: [...headers, ...identity.headers, ...content.headers, ...pairs(coding)],
      body: withoutVariables(content.body, path),
      mutations: [],
    }))
}

/** A body without the members that the path has already: they would have to be the same. */
function withoutVariables(body: Body, path: string): Body {
  if (!body || !('json' in body)) return body
  const members = Object.entries(Object(body.json)).filter(([name]) => !path.includes(`{${name}}`))
  return { json: Object.fromEntries(members) }
}

const pairs = ([name, value]: readonly string[]): [string, string][] =>
  name !== undefined && value !== undefined ? [[name, value]] : []

function parameterOf({ components }: OpenApi, one: Parameter | Reference): Parameter {
  if (!('$ref' in one)) return one
  const parameter = components.parameters[one.$ref.split('/').at(-1) ?? '']
  if (!parameter) throw new Error(`there is no ${one.$ref}`)
  return parameter
}

/** Names of what exists here, of what exists elsewhere, and of what the schema lets through. */
function filledPath(
  path: string,
  variables: readonly Parameter[],
  known: Known,
  valuesOf: ValuesOf,
): fc.Arbitrary<string> {
  const values = variables.map(({ name, schema }) => {
    const { ours, theirs } = known.namesIn(path, name)
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...ours) },
      { weight: 1, arbitrary: fc.constantFrom(...theirs) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: valuesOf(schema) },
    )
  })
  return fc.tuple(...values).map((names) =>
    variables.reduce((filled, { name }, n) => {
      return filled.replace(`{${name}}`, () => encodeURIComponent(String(names[n])))
    }, path),
  )
}

/** Those parameters that are required, and any of the others. */
function sent(
  parameters: readonly Parameter[],
  valuesFor: (parameter: Parameter) => fc.Arbitrary<string[]>,
): fc.Arbitrary<[string, string][]> {
  const each = parameters.map((parameter): fc.Arbitrary<[string, string][]> => {
    const there = valuesFor(parameter).map((values) =>
      values.map((value): [string, string] => [parameter.name, value]),
    )
    const absent = fc.constant<[string, string][]>([])
    return parameter.required
      ? there
      : fc.oneof({ weight: 2, arbitrary: absent }, { weight: 1, arbitrary: there })
  })
  return fc.tuple(...each).map((all) => all.flat())
}

/** As `style: form` writes it: a list with commas, or, as most clients do, the parameter once for each of its items. */
const queryValues = ({ schema }: Parameter, valuesOf: ValuesOf): fc.Arbitrary<string[]> =>
  fc.tuple(valuesOf(schema), fc.constantFrom(',', '%2C', undefined)).map(([value, comma]) => {
    const parts = [value].flat().map((part) => encodeURIComponent(String(part)))
    return comma === undefined ? parts : [parts.join(comma)]
  })

function headerValue({ name, schema }: Parameter, known: Known, valuesOf: ValuesOf): fc.Arbitrary<string> {
  const preferred = known.headers[name.toLowerCase()]
  // Beyond Latin-1 there are no headers, and white space around a value is none of it.
  const fitting = valuesOf(schema)
    .map(String)
    .filter((value) => /^[!-~\u00a1-\u00ff](?:[\t -~\u00a1-\u00ff]*[!-~\u00a1-\u00ff])?$/.test(value))
  return preferred ? fc.oneof({ weight: 4, arbitrary: preferred }, fitting) : fitting
}

/** One of the ways to be let in. */
function identityOf(description: OpenApi, { security }: Operation, known: Known) {
  const demands = security ?? description.security
  const ways = demands.map((demand) => Object.keys(demand).map((scheme) => known.credentials[scheme]))
  return fc.constantFrom(...ways).map((credentials) => ({
    headers: credentials.flatMap((one) => one?.headers ?? []),
    query: credentials.flatMap((one) => one?.query ?? []),
  }))
}

/** A body of a media type: JSON, or the bytes of a file. */
function bodyOf(mediaType: string, schema: JsonSchema, valuesOf: ValuesOf): fc.Arbitrary<Body> {
  if (schema.$ref !== FILE) return valuesOf(schema).map((json) => ({ json }))
  // A type of text is for UTF-8 alone.
  const isText = /^text\/|json$/.test(mediaType)
  return (isText ? fc.constantFrom(...FILES) : fc.oneof(fc.constantFrom(...FILES), fc.uint8Array())).map(
    (bytes) => ({ bytes: Buffer.from(bytes) }),
  )
}

const FILE = '#/components/schemas/ImportFile'

/** Files, also such that nothing can be read of. */
const FILES = [
  '',
  'name,price,category\nCup,12.50,Cups\n',
  '[{"name":"Tee 茶","price":1}]',
  '{"name":"😀"}\n{}',
  '{',
].map((text) => Buffer.from(text))

function contentOf({ requestBody }: Operation, valuesOf: ValuesOf) {
  const none: fc.Arbitrary<{ body: Body; headers: [string, string][] }> = fc.constant({
    body: undefined,
    headers: [],
  })
  if (!requestBody) return none
  const media = Object.entries(requestBody.content).map(([mediaType, { schema }]) =>
    bodyOf(mediaType, schema, valuesOf).map((body): { body: Body; headers: [string, string][] } => ({
      body,
      headers: [['content-type', mediaType]],
    })),
  )
  return requestBody.required ? fc.oneof(...media) : fc.oneof(none, ...media)
}
