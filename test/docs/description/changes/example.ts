import type {
  JsonSchema,
  OpenApi,
  Operation,
  Parameter,
  Response,
} from '../../../../lib/docs/description/openapi.ts'

const text = { summary: 'x', description: 'x', tags: ['x'] }

const limit: Parameter = {
  name: 'limit',
  in: 'query',
  description: 'x',
  schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
}

const problem: Response = {
  description: 'x',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const listProducts: Operation = {
  ...text,
  operationId: 'listProducts',
  security: [{ slug: [] }, { key: [] }],
  parameters: [
    { $ref: '#/components/parameters/Limit' },
    { name: 'ids', in: 'query', description: 'x', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'If-None-Match', in: 'header', description: 'x', schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: 'x',
      headers: {
        ETag: { description: 'x', required: true, schema: { type: 'string' } },
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              data: { type: 'array', items: { $ref: '#/components/schemas/Product' }, maxItems: 200 },
              next_cursor: { type: ['string', 'null'] },
            },
            required: ['data', 'next_cursor'],
            additionalProperties: false,
          },
        },
      },
    },
    400: { $ref: '#/components/responses/Problem' },
  },
}

const createProduct: Operation = {
  ...text,
  operationId: 'createProduct',
  security: [{ key: ['products:write'] }],
  requestBody: {
    required: false,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/NewProduct' } },
      'application/merge-patch+json': { schema: { $ref: '#/components/schemas/NewProduct' } },
    },
  },
  responses: {
    201: {
      description: 'x',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Product' } } },
    },
    202: { description: 'x' },
    422: { $ref: '#/components/responses/Problem' },
  },
}

const getProduct: Operation = {
  ...text,
  operationId: 'getProduct',
  parameters: [{ name: 'product', in: 'path', required: true, description: 'x', schema: { type: 'string' } }],
  responses: {
    200: {
      description: 'x',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Product' } },
        'text/csv': { schema: { type: 'string' } },
      },
    },
  },
}

const productCreated: Operation = {
  ...text,
  operationId: 'productCreated',
  parameters: [
    { name: 'webhook-id', in: 'header', required: true, description: 'x', schema: { type: 'string' } },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
  },
  responses: { 200: { description: 'x' }, 204: { description: 'x' }, 410: { description: 'x' } },
}

const Product: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', minLength: 1, maxLength: 200, pattern: '^\\S' },
    price: { type: 'integer', minimum: 0, maximum: 100 },
    status: { type: 'string', enum: ['draft', 'active'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 20, uniqueItems: true },
    metadata: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 50 },
    parent: { anyOf: [{ $ref: '#/components/schemas/Product' }, { type: 'null' }] },
    note: { type: 'string' },
  },
  required: ['id', 'name', 'price', 'status', 'tags', 'metadata', 'parent'],
  additionalProperties: false,
}

const NewProduct: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: ['integer', 'null'] },
    status: { type: 'string', enum: ['draft', 'active'], default: 'draft' },
    metadata: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    image: {
      oneOf: [
        { type: 'string' },
        { type: 'object', properties: { url: { type: 'string' } }, additionalProperties: false },
      ],
    },
  },
  required: ['name'],
  additionalProperties: false,
}

const Problem: JsonSchema = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      enum: ['not_found', 'invalid'],
      'x-extensible-enum': ['not_found', 'invalid'],
    },
    detail: { type: 'string' },
    status: { type: 'integer' },
  },
  required: ['code', 'detail', 'status'],
}

const Event: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['product.created'], 'x-extensible-enum': ['product.created'] },
    timestamp: { type: 'string', format: 'date-time' },
    data: { $ref: '#/components/schemas/Product' },
  },
  required: ['type', 'timestamp', 'data'],
  additionalProperties: false,
}

/** A small description with one of everything that can change. A new copy each time. */
export const exampleDescription = (): OpenApi =>
  structuredClone({
    openapi: '3.1.1',
    info: { title: 'x', version: '1', summary: 'x', description: 'x', license: {} },
    servers: [{ url: 'https://api.example/api/v1' }],
    tags: [{ name: 'x', description: 'x' }],
    security: [{ slug: [] }],
    paths: {
      '/products': { get: listProducts, post: createProduct },
      '/products/{product}': { get: getProduct },
    },
    webhooks: { 'product.created': { post: productCreated } },
    components: {
      schemas: { Product, NewProduct, Problem, Event },
      parameters: { Limit: limit },
      headers: { RequestId: { description: 'x', required: true, schema: { type: 'string' } } },
      responses: { Problem: problem },
      examples: {},
      securitySchemes: { slug: { type: 'apiKey' }, key: { type: 'http', scheme: 'bearer' } },
    },
  })
