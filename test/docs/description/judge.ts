import type { ValidateFunction } from 'ajv/dist/2020.js'
import type {
  Header,
  OpenApi,
  Operation,
  Reference,
  Response,
} from '../../../lib/docs/description/openapi.ts'
import { validatorOf } from './described.ts'

/** An answer of the API as it came, and what it was an answer to. */
export interface Exchange {
  method: string
  /** As sent, relative to the base URL, without a query. */
  path: string
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body with its content coding taken away. */
  body: string
}

/** The faults of a response, and its operation; undefined for a path or method that has none. */
export interface Judgement {
  operationId?: string
  faults: string[]
}

/** Headers of the connection, of the server and of the body; they are no part of a description. */
const TRANSPORT = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-type',
  'apigw-requestid',
])

/** Headers of what no operation answers: a path or a method that is not there, and the preflight. */
const ELSEWHERE = new Set([
  'x-request-id',
  'cache-control',
  'allow',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
])

/**
 * Judges answers by a description: status, headers, content type and body must be as it says. Give it
 * `describeStrictly()`: what is published lets members through that no answer has yet.
 */
export function createJudge(description: OpenApi): (exchange: Exchange) => Judgement {
  const schemas = compiler(description)
  const operations = Object.entries(description.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      template,
      method,
      operation: operation as Operation,
    })),
  )

  function find({ method, path: sent }: Exchange) {
    const path = decoded(sent)
    // The gateway refuses a path that cannot be decoded before it looks for a route.
    if (path === undefined) return undefined
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
    const fitting = operations.filter(({ template }) => fits(template, path))
    // A name stands before a variable in its place, whatever the method.
    const fewest = Math.min(...fitting.map(({ template }) => countVariables(template)))
    return fitting.find(({ template, method }) => method === wanted && countVariables(template) === fewest)
  }

  return (exchange) => {
    const found = find(exchange)
    if (!found) return { faults: elsewhere(exchange, schemas) }
    const { template, method, operation } = found
    const pointer = ['paths', template, method, 'responses', String(exchange.status)]
    const declared = operation.responses[String(exchange.status)]
    const { operationId } = operation
    if (!declared) return { operationId, faults: [`status ${exchange.status} is not declared`] }
    const place = '$ref' in declared ? declared.$ref.slice(2).split('/') : pointer
    const response = resolve<Response>(description, declared)
    return {
      operationId,
      faults: [
        ...headerFaults(exchange, response, description, schemas),
        ...bodyFaults(exchange, response, [...place, 'content'], schemas),
      ],
    }
  }
}

/** Segment by segment: a slash that is encoded stays within one, and stands here as another character. */
function decoded(path: string): string | undefined {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '_'))
      .join('/')
  } catch {
    return undefined
  }
}

function fits(template: string, path: string): boolean {
  const [pattern, segments] = [template.split('/'), path.split('/')]
  return (
    pattern.length === segments.length &&
    pattern.every((part, n) => (part.startsWith('{') ? segments[n] !== '' : part === segments[n]))
  )
}

const countVariables = (template: string): number => template.split('{').length - 1

/** The validator of the schema at a place of the description. */
type Schemas = (place: readonly string[]) => ValidateFunction

function compiler(description: OpenApi): Schemas {
  const ajv = validatorOf(description)
  const known = new Map<string, ValidateFunction>()
  return (place) => {
    const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = known.get(pointer) ?? ajv.compile({ $ref: `description#/${encodeURI(pointer)}` })
    known.set(pointer, validate)
    return validate
  }
}

function resolve<T extends object>(description: OpenApi, value: T | Reference): T {
  if (!('$ref' in value)) return value
  const parts = value.$ref.slice(2).split('/')
  return parts.reduce<unknown>((node, part) => Object(node)[part], description) as T
}

function headerFaults(
  { headers }: Exchange,
  { headers: declared = {} }: Response,
  description: OpenApi,
  schemas: Schemas,
): string[] {
  const faults: string[] = []
  const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()))
  for (const name of Object.keys(headers))
    if (!names.has(name) && !TRANSPORT.has(name)) faults.push(`header ${name} is not declared`)
  for (const [name, header] of Object.entries(declared)) {
    const { [name.toLowerCase()]: value } = headers
    const { required } = resolve<Header>(description, header)
    if (value === undefined) {
      if (required) faults.push(`header ${name} is missing`)
      continue
    }
    const validate = schemas(
      '$ref' in header
        ? [...header.$ref.slice(2).split('/'), 'schema']
        : ['components', 'headers', name, 'schema'],
    )
    if (!validate(value)) faults.push(`header ${name}: ${value}: ${said(validate)}`)
  }
  return faults
}

function bodyFaults(
  exchange: Exchange,
  { content, description }: Response,
  place: string[],
  schemas: Schemas,
): string[] {
  const { method, headers, body } = exchange
  if (!content || method === 'HEAD') return body === '' ? [] : ['has a body']
  const [type = ''] = String(headers['content-type']).split(';')
  if (!content[type]) return [`content type ${type} is not declared`]
  const validate = schemas([...place, type, 'schema'])
  if (!/[/+]json$/.test(type)) return validate(body) ? [] : [said(validate)]
  const faults = jsonFaults(body, validate)
  return faults.length > 0 || type !== 'application/problem+json'
    ? faults
    : problemFaults(exchange, description)
}

/** The words of a description name the codes of its problems, and a problem repeats the status. */
function problemFaults({ status, body }: Exchange, description: string): string[] {
  const problem = JSON.parse(body) as { status: number; code: string }
  return [
    ...(problem.status === status ? [] : [`the problem says ${problem.status}`]),
    ...(description.includes(`\`${problem.code}\``) ? [] : [`code ${problem.code} is not declared`]),
  ]
}

function jsonFaults(body: string, validate: ValidateFunction): string[] {
  try {
    return validate(JSON.parse(body)) ? [] : [said(validate)]
  } catch {
    return ['the body is not JSON']
  }
}

/** The faults of a response to a request for which there is no operation. */
function elsewhere({ method, status, headers, body }: Exchange, schemas: Schemas): string[] {
  const type = String(headers['content-type'])
  if (type === 'application/json')
    return method === 'HEAD' ? [] : jsonFaults(body, schemas(['components', 'schemas', 'GatewayMessage']))
  const undeclared = Object.keys(headers).filter((name) => !TRANSPORT.has(name) && !ELSEWHERE.has(name))
  const faults = undeclared.map((name) => `header ${name} is not declared`)
  if (method === 'OPTIONS' && status === 204) return [...faults, ...(body === '' ? [] : ['has a body'])]
  if (status !== 404 && status !== 405) return [...faults, `status ${status} where no operation is`]
  if (method === 'HEAD') return faults
  return [...faults, ...jsonFaults(body, schemas(['components', 'schemas', 'Problem']))]
}

const said = ({ errors }: ValidateFunction) =>
  (errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ')
