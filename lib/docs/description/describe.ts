import { readFileSync } from 'node:fs'
import type { ProblemCode } from '../../api/http/problems/all-problems.ts'
import type { Route } from '../../api/route.ts'
import { BASE_PATH } from '../../api/route.ts'
import { ROUTES } from '../../api/routes.ts'
import { eventSchemas, webhooks } from './events.ts'
import { type HeaderName, headerComponents, headersOf } from './headers.ts'
import { ref } from './json-schema.ts'
import { withOpenAnswers } from './open-answers.ts'
import type {
  JsonSchema,
  OpenApi,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
} from './openapi.ts'
import { type AnswerSpec, type BodySpec, type OperationSpec, TAGS } from './operation.ts'
import { codesOf } from './operation-problems.ts'
import { REQUEST_HEADERS } from './parameters.ts'
import { OPERATIONS, SCHEMAS } from './parts.ts'
import {
  type Audience,
  COMMON_HEADERS,
  problemResponses,
  responseComponents,
  responseRef,
} from './problems.ts'

/** The OpenAPI description of this API: from the route table, the schemas of bodies, and the table of problems. */
export const describeApi = (): OpenApi => withOpenAnswers(describeStrictly())

/** The same with responses as they are today: only these members, within their limits. The tests check responses with it. */
export function describeStrictly(): OpenApi {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const paths: Record<string, PathItem> = {}
  for (const route of ROUTES) {
    const { [route.path]: item = {} } = paths
    paths[route.path] = { ...item, [route.method.toLowerCase()]: operationOf(route) }
  }
  const responses = onlyUsed('responses', responseComponents(), paths)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Storefront',
      version,
      summary: 'A store-management API for many businesses.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_PATH, description: 'Relative to the URL of this description.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [],
    paths,
    webhooks: webhooks(),
    components: {
      schemas: { ...SCHEMAS, ...eventSchemas(SCHEMAS) },
      parameters: REQUEST_HEADERS,
      headers: onlyUsed('headers', headerComponents(), { paths, responses }),
      responses,
      examples: {},
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The components that something refers to. */
function onlyUsed<T>(kind: string, components: Record<string, T>, users: object): Record<string, T> {
  const text = JSON.stringify(users)
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  )
}

const INTRODUCTION = `JSON is UTF-8. Times are RFC 3339 in UTC with milliseconds, money is a whole number of the currency's minor unit, texts are plain text, and lengths count Unicode code points. Texts have no control characters except tab and newline.

Public paths show the public view to every client; private data is under \`/admin\` and needs an API key. Every path that supports GET also supports HEAD. An unsupported method returns 405 \`method_not_allowed\` with \`Allow\`, an unknown path returns 404 \`route_not_found\`, and a public path responds to \`OPTIONS\` with the preflight for pages of any origin.

Errors are problems (RFC 9457). Some errors come from the gateway: \`{"message": "…"}\` with 429, 431, 413, 500 or 503. So branch on the status first.

v1 changes only by addition: ignore members and values that you do not know.`

const SECURITY_SCHEMES = {
  slug: {
    type: 'apiKey',
    in: 'header',
    name: 'x-public-business-slug',
    description: 'The slug of a business. It is public.',
  },
  uuid: {
    type: 'apiKey',
    in: 'header',
    name: 'x-public-business-uuid',
    description: 'The `id` of a business. It is public.',
  },
  business: {
    type: 'apiKey',
    in: 'query',
    name: 'business',
    description:
      'The slug or UUID of a business. Needs no preflight in browsers, and gives each shop its own URL in caches.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of an API key, `sfk_…`. Never put it into a page.',
  },
}

const audienceOf = ({ access, method }: Route): Audience => {
  if (access === 'none') return 'open'
  if (access !== 'public') return 'admin'
  return method === 'GET' ? 'public' : 'agents'
}

/** Every problem that a route can return. */
export const problemsOf = (route: (typeof ROUTES)[number]): ProblemCode[] =>
  codesOf(route, audienceOf(route), OPERATIONS[route.function])

function operationOf(route: (typeof ROUTES)[number]): Operation {
  const spec: OperationSpec = OPERATIONS[route.function]
  const { operationId, summary, description, tag, body } = spec
  const audience = audienceOf(route)
  const parameters = parametersOf(route, spec)
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(route, body) }),
    responses: {
      ...answersOf(route, spec, audience),
      ...withErrors(problemResponses(problemsOf(route), audience), spec),
      ...(audience !== 'admin' && { 429: responseRef('gateway-429') }),
      431: responseRef('gateway-431'),
    },
  }
}

function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access === 'none') return [{}]
  if (access === 'public') return [{ slug: [] }, { uuid: [] }, { business: [] }, { apiKey: [] }]
  return [{ apiKey: access === 'any_key' ? [] : [access] }]
}

function parametersOf(route: Route, { parameters = [], answers }: OperationSpec): (Parameter | Reference)[] {
  const common: Parameter[] = [
    ...(hasIdempotency(route) ? [REQUEST_HEADERS.IdempotencyKey] : []),
    ...(isConditional(route, answers) ? [ifNoneMatchOf(route)] : []),
  ]
  return [...parameters, ...common].map((parameter) => {
    const shared = Object.entries(REQUEST_HEADERS).find(([, header]) => header === parameter)
    return shared ? { $ref: `#/components/parameters/${shared[0]}` } : parameter
  })
}

/** True if a request can be sent again under an Idempotency-Key. */
const hasIdempotency = (route: Route) => route.method === 'POST' && audienceOf(route) === 'admin'

/** Responses to which the errors of an operation are added that are not problems. */
function withErrors(
  responses: Record<string, Response | Reference>,
  { errors = {} }: OperationSpec,
): Record<string, Response | Reference> {
  const added = Object.entries(errors).map(([status, schema]) => {
    const { [status]: response } = responses
    if (!response || '$ref' in response)
      throw new Error(`the operation has no problems of its own: ${status}`)
    return [status, { ...response, content: { ...response.content, 'application/json': { schema } } }]
  })
  return { ...responses, ...Object.fromEntries(added) }
}

const BYTES: JsonSchema = { type: 'string', format: 'binary', description: 'The bytes of the file.' }

/** A PATCH can also have the media type of a merge patch. */
function requestBodyOf(
  { method }: Route,
  { schema, types, files, description, example, isOptional }: BodySpec,
): RequestBody {
  if (types) {
    const examples = { example: { value: example } }
    const content = types.map((type, n) => [type, { schema: ref(schema), ...(n === 0 && { examples }) }])
    return { description, required: true, content: Object.fromEntries(content) }
  }
  const media = { schema: ref(schema), examples: { example: { value: example } } }
  return {
    description,
    required: !isOptional,
    content: {
      ...(method === 'PATCH' && { 'application/merge-patch+json': media }),
      'application/json': media,
      ...(files && Object.fromEntries(files.map((type) => [type, { schema: BYTES }]))),
    },
  }
}

/** True if the operation supports `If-None-Match` and returns 304. */
const isConditional = ({ method }: Route, { 200: answer }: OperationSpec['answers']) =>
  method === 'GET' && tagOf(answer) !== undefined && !answer?.isAlwaysSent

const ifNoneMatchOf = (route: Route) =>
  audienceOf(route) === 'admin' ? REQUEST_HEADERS.IfNoneMatchVersion : REQUEST_HEADERS.IfNoneMatch

const tagOf = (answer: AnswerSpec | undefined) =>
  answer?.headers?.find((name) => name === 'ETag' || name === 'ETag-of-version')

function answersOf(route: Route, { answers }: OperationSpec, audience: Audience): Record<string, Response> {
  const common: HeaderName[] = [
    ...COMMON_HEADERS[audience],
    ...(audience === 'admin' ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(hasIdempotency(route) ? (['Idempotency-Replayed'] as const) : []),
  ]
  const described = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, common)])
  const same = {
    description: 'The response that you have is still current.',
    headers: headersOf(
      audience === 'admin' ? [...common, 'ETag-of-version'] : [...common, 'ETag', 'Vary', 'Link'],
    ),
  }
  return {
    ...Object.fromEntries(described),
    ...(isConditional(route, answers) && { 304: same }),
  }
}

const answerOf = (
  { description, schema, types = ['application/json'], example, headers = [] }: AnswerSpec,
  common: HeaderName[],
): Response => ({
  description,
  headers: headersOf([...common, ...headers]),
  ...(schema && { content: Object.fromEntries(types.map((type) => [type, mediaOf(schema, example)])) }),
})

const mediaOf = (schema: JsonSchema, example: unknown) => ({
  schema,
  ...(example !== undefined && { examples: { example: { value: example } } }),
})
