import type { JsonSchema, OpenApi, Operation, Parameter, Reference, SecurityRequirement } from '../openapi.ts'
import type { Kind } from './rules.ts'

/** A place of a description that has rules of its own. */
export interface Position {
  kind: Kind
  /** The place as people read it: `GET /products query limit`. */
  where: string
  /** The place that this one comes and goes with. */
  within?: string
  isRequired?: boolean
  /** Stays as it is. */
  fixed?: unknown
  /** Each of these lets a caller in. */
  security?: SecurityRequirement[]
  schema?: JsonSchema
}

/** A description as a flat list by place. What has the same key in two descriptions is the same thing. */
export function positionsOf(description: OpenApi): Map<string, Position> {
  const { servers, components, paths, webhooks } = description
  const positions: Position[] = [
    ...servers.map(({ url }): Position => ({ kind: 'base path', where: basePathOf(url) })),
    ...Object.keys(components.schemas).map(
      (name): Position => ({ kind: 'component', where: `#/components/schemas/${name}` }),
    ),
    ...Object.entries(components.securitySchemes).map(([name, scheme]): Position => {
      const fixed = { ...scheme, description: undefined }
      return { kind: 'scheme', where: `#/components/securitySchemes/${name}`, fixed }
    }),
    ...Object.keys(paths).flatMap((path) => operationsOf(description, 'paths', path)),
    ...Object.keys(webhooks).flatMap((name) => operationsOf(description, 'webhooks', name)),
  ]
  return new Map(positions.map((position) => [keyOf(position.where), position]))
}

/** Without the names of a path's variables and the case of headers: neither makes it another place. */
export const keyOf = (where: string) =>
  where.replaceAll(/\{[^}]*\}/g, '{}').replace(/ header \S+/, (header) => header.toLowerCase())

const basePathOf = (url: string) => url.replace(/^[^/]*\/\/[^/]*/, '').replace(/\/$/, '')

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const

/** The parameters and the body of a webhook are sent by us, as the headers and the body of a response are. */
function operationsOf(description: OpenApi, place: 'paths' | 'webhooks', name: string): Position[] {
  const { [name]: item = {} } = description[place]
  return METHODS.flatMap((method) => {
    const operation = item[method]
    if (!operation) return []
    const { operationId: fixed, security = description.security } = operation
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    const where = place === 'webhooks' ? `webhook ${name}` : `${method.toUpperCase()} ${name}`
    const its = { ...operation, parameters, where }
    const endpoint: Position = { kind: place === 'webhooks' ? 'webhook' : 'endpoint', where, fixed, security }
    return [endpoint, ...(place === 'webhooks' ? sentIn(description, its) : calledWith(description, its))]
  })
}

type Its = Operation & { parameters: (Parameter | Reference)[]; where: string }

function calledWith({ components }: OpenApi, { where, parameters, requestBody, responses }: Its): Position[] {
  const { required: isRequired = false, content = {} } = requestBody ?? {}
  return [
    ...parameters.map((one): Position => {
      const parameter = resolve(components.parameters, one)
      const kind = parameter.in === 'path' ? 'variable' : 'parameter'
      return { ...sentBeside(parameter, where), kind, fixed: styleOf(parameter) }
    }),
    { kind: 'body', where: `${where} body`, within: where, isRequired },
    ...contentOf(content, 'request media type', where),
    ...Object.entries(responses).flatMap(([status, one]): Position[] => {
      const { headers = {}, content } = resolve(components.responses, one)
      const at = `${where} ${status}`
      const sent = Object.entries(headers).map(([name, header]) =>
        sentBeside({ ...resolve(components.headers, header), name, in: 'header' }, at),
      )
      return [
        { kind: kindOf(status), where: at, within: where },
        ...sent,
        ...contentOf(content, 'answer media type', at),
      ]
    }),
  ]
}

function sentIn({ components }: OpenApi, { where, parameters, requestBody, responses }: Its): Position[] {
  const receipts = Object.keys(responses).filter((status) => status.startsWith('2'))
  return [
    ...parameters.map((one) => sentBeside(resolve(components.parameters, one), where)),
    ...contentOf(requestBody?.content, 'answer media type', where),
    ...receipts.map((status): Position => ({ kind: 'receipt', where: `${where} ${status}`, within: where })),
  ]
}

function sentBeside({ in: part, name, required = false, schema }: Parameter, within: string): Position {
  return { kind: 'header', where: `${within} ${part} ${name}`, within, isRequired: required, schema }
}

const contentOf = (content: Record<string, { schema: JsonSchema }> = {}, kind: Kind, within: string) =>
  Object.entries(content).map(([mediaType, { schema }]): Position => {
    return { kind, where: `${within} ${mediaType}`, within, schema }
  })

const styleOf = ({ in: part, style = part === 'query' ? 'form' : 'simple', explode }: Parameter) =>
  `${style} ${explode ?? style === 'form'}`

/** Errors can come and go: clients branch on their class. */
function kindOf(status: string): Kind {
  if (status === '304') return 'not modified'
  return /^[23]/.test(status) ? 'success' : 'error'
}

/** The component behind a reference, or the object itself if it is not a reference. */
export function resolve<T extends object>(components: Record<string, T>, object: T | Reference): T {
  if (!isReference(object)) return object
  const name = object.$ref.split('/').at(-1) ?? ''
  const found = Object.hasOwn(components, name) ? components[name] : undefined
  if (!found) throw new Error(`${object.$ref} leads nowhere`)
  return found
}

const isReference = (object: object): object is Reference => '$ref' in object
