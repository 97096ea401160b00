import type { VersioningRule } from '../../../../lib/docs/description/changes/rules.ts'
import type { OpenApi, Operation } from '../../../../lib/docs/description/openapi.ts'

export type Edit = (description: OpenApi) => unknown

/** An operation of the example, to be changed. */
function at({ paths, webhooks }: OpenApi, place: 'list' | 'create' | 'get' | 'webhook'): Operation {
  const operation = {
    list: paths['/products']?.get,
    create: paths['/products']?.post,
    get: paths['/products/{product}']?.get,
    webhook: webhooks['product.created']?.post,
  }[place]
  if (!operation) throw new Error(`the example has no ${place}`)
  return operation
}

const parameter = (required: boolean) => ({
  name: 'x',
  in: 'query' as const,
  description: 'x',
  required,
  schema: {},
})
const header = { description: 'x', schema: {} }
const answer = { description: 'x' }

/** The rule, what breaks it, and a neighbour that does not. */
export const CASES: [VersioningRule, Edit, Edit][] = [
  [
    'base-path-changed',
    (d) => (d.servers = [{ url: 'https://api.example/api/v2' }]),
    (d) => (d.servers = [{ url: 'https://other.example/api/v1/' }, { url: '/api/v2' }]),
  ],
  [
    'endpoint-removed',
    (d) => delete d.paths['/products'],
    (d) => (d.paths['/more'] = { get: { ...at(d, 'list') } }),
  ],
  [
    'endpoint-removed',
    (d) => delete d.paths['/products']?.post,
    (d) => Object.assign(d.paths['/products'] ?? {}, { put: at(d, 'create') }),
  ],
  [
    'operation-renamed',
    (d) => (at(d, 'list').operationId = 'products'),
    (d) => (at(d, 'list').summary = 'products'),
  ],
  [
    'component-removed',
    (d) => {
      const { NewProduct = {} } = d.components.schemas
      delete d.components.schemas.NewProduct
      for (const mediaType of Object.values(at(d, 'create').requestBody?.content ?? {}))
        mediaType.schema = NewProduct
    },
    (d) => (d.components.schemas.More = {}),
  ],
  [
    'security-tightened',
    (d) => (at(d, 'list').security = [{ key: [] }]),
    (d) => (at(d, 'list').security = [{ key: [] }, {}]),
  ],
  [
    'security-tightened',
    (d) => (at(d, 'list').security = [{ slug: [] }, { key: ['products:read'] }]),
    (d) => (at(d, 'create').security = [{ key: [] }]),
  ],
  [
    'security-tightened',
    (d) => (at(d, 'list').security = [{ slug: [], key: [] }]),
    (d) => (at(d, 'list').security = [{ slug: [] }, { key: [] }, { other: [] }]),
  ],
  ['security-tightened', (d) => (d.security = [{ key: [] }]), (d) => (d.security = [])],
  [
    'security-scheme-changed',
    (d) => (d.components.securitySchemes.key = { type: 'http', scheme: 'basic' }),
    (d) => (d.components.securitySchemes.key = { type: 'http', scheme: 'bearer', description: 'x' }),
  ],
  [
    'security-scheme-changed',
    (d) => delete d.components.securitySchemes.key,
    (d) => (d.components.securitySchemes.more = {}),
  ],
  [
    'parameter-removed',
    (d) => at(d, 'list').parameters?.pop(),
    (d) => at(d, 'list').parameters?.push(parameter(false)),
  ],
  [
    'parameter-removed',
    (d) => {
      d.paths['/products/{id}'] = d.paths['/products/{product}'] ?? {}
      delete d.paths['/products/{product}']
      Object.assign(at2(d).parameters?.[0] ?? {}, { name: 'id' })
    },
    (d) => Object.assign(at(d, 'list').parameters?.[2] ?? {}, { name: 'if-none-match' }),
  ],
  [
    'parameter-required',
    (d) => Object.assign(at(d, 'list').parameters?.[1] ?? {}, { required: true }),
    (d) => Object.assign(at(d, 'get').parameters?.[0] ?? {}, { required: true }),
  ],
  [
    'parameter-required',
    (d) => at(d, 'list').parameters?.push(parameter(true)),
    (d) => Object.assign(d.paths['/products'] ?? {}, { parameters: [parameter(false)] }),
  ],
  [
    'parameter-required',
    (d) => Object.assign(d.paths['/products'] ?? {}, { parameters: [parameter(true)] }),
    (d) => at(d, 'create').parameters?.push(parameter(false)),
  ],
  [
    'parameter-rewritten',
    (d) => Object.assign(at(d, 'list').parameters?.[1] ?? {}, { explode: false }),
    (d) => Object.assign(at(d, 'list').parameters?.[1] ?? {}, { style: 'form', explode: true }),
  ],
  [
    'request-limit-narrowed',
    (d) => Object.assign(d.components.parameters.Limit?.schema ?? {}, { maximum: 100 }),
    (d) => Object.assign(d.components.parameters.Limit?.schema ?? {}, { maximum: 500 }),
  ],
  [
    'body-required',
    (d) => Object.assign(at(d, 'create').requestBody ?? {}, { required: true }),
    (d) => (at(d, 'list').requestBody = { required: false, content: {} }),
  ],
  [
    'request-media-type-removed',
    (d) => delete at(d, 'create').requestBody?.content['application/merge-patch+json'],
    (d) => Object.assign(at(d, 'create').requestBody?.content ?? {}, { 'text/csv': { schema: {} } }),
  ],
  [
    'request-media-type-removed',
    (d) => delete at(d, 'create').requestBody,
    (d) => Object.assign(at(d, 'create').requestBody ?? {}, { description: 'x' }),
  ],
  [
    'success-status-removed',
    (d) => delete at(d, 'create').responses[202],
    (d) => delete at(d, 'create').responses[422],
  ],
  [
    'success-status-added',
    (d) => (at(d, 'list').responses[206] = answer),
    (d) => (at(d, 'list').responses[304] = answer),
  ],
  [
    'success-status-added',
    (d) => (at(d, 'list').responses[302] = answer),
    (d) => (at(d, 'list').responses[409] = answer),
  ],
  [
    'answer-media-type-removed',
    (d) => delete successOf(d).content?.['text/csv'],
    (d) => Object.assign(successOf(d).content ?? {}, { 'text/html': { schema: {} } }),
  ],
  [
    'answer-header-removed',
    (d) => (successOf(d, 'list').headers = {}),
    (d) => (successOf(d, 'list').headers = { ...successOf(d, 'list').headers, more: header }),
  ],
  [
    'answer-header-optional',
    (d) => Object.assign(successOf(d, 'list').headers?.ETag ?? {}, { required: false }),
    (d) =>
      (successOf(d, 'list').headers = {
        etag: { ...header, required: true, schema: { type: 'string' } },
        'x-request-id': { $ref: '#/components/headers/RequestId' },
      }),
  ],
  [
    'answer-type-widened',
    (d) =>
      (d.components.headers.RequestId = {
        ...header,
        required: true,
        schema: { type: ['string', 'integer'] },
      }),
    (d) => Object.assign(d.components.headers.RequestId ?? {}, { description: 'another' }),
  ],
  [
    'webhook-removed',
    (d) => (d.webhooks = {}),
    (d) => (d.webhooks['product.deleted'] = { post: at(d, 'webhook') }),
  ],
  [
    'answer-header-removed',
    (d) => (at(d, 'webhook').parameters = []),
    (d) => at(d, 'webhook').parameters?.push(parameter(true)),
  ],
  [
    'answer-header-optional',
    (d) => Object.assign(at(d, 'webhook').parameters?.[0] ?? {}, { required: false }),
    (d) => Object.assign(at(d, 'webhook').parameters?.[0] ?? {}, { deprecated: true }),
  ],
  [
    'answer-media-type-removed',
    (d) => delete at(d, 'webhook').requestBody,
    (d) => Object.assign(at(d, 'webhook').requestBody?.content ?? {}, { 'text/csv': { schema: {} } }),
  ],
  [
    'webhook-answer-refused',
    (d) => delete at(d, 'webhook').responses[204],
    (d) => (at(d, 'webhook').responses[202] = answer),
  ],
  [
    'webhook-answer-refused',
    (d) => delete at(d, 'webhook').responses[200],
    (d) => delete at(d, 'webhook').responses[410],
  ],
]

/** The operation of the path whose variable was renamed. */
const at2 = (d: OpenApi): Operation => d.paths['/products/{id}']?.get ?? at(d, 'get')

/** The answer with which an operation succeeds. */
export function successOf(description: OpenApi, place: 'list' | 'get' = 'get') {
  const response = at(description, place).responses[200]
  if (!response || '$ref' in response) throw new Error('a reference')
  return response
}
