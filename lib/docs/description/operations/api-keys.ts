import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { AN_API_KEY, AN_ISSUED_KEY } from '../schemas/api-key.ts'
import { listExample } from '../schemas/list.ts'

const id = pathParameter('id', 'The id of the API key.')

const apiKey = (description: string) =>
  ({ description, schema: ref('ApiKey'), example: AN_API_KEY, headers: ['ETag-of-version'] }) as const

const issued = (description: string) =>
  ({
    description,
    schema: ref('IssuedApiKey'),
    example: AN_ISSUED_KEY,
    headers: ['ETag-of-version', 'Location'],
  }) as const

/** Its tag does not change with `last_used_at`. */
const lastUsed = { ...apiKey('The key.'), isAlwaysSent: true } as const

/** The operations on API keys, by the function that handles them. */
export const API_KEYS = {
  'admin/api-keys/list': {
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      'Returns a page of keys, oldest first, including revoked and expired keys. Tokens are never included.',
    tag: 'API keys',
    parameters: QUERIES.page,
    answers: {
      200: {
        description: 'A page of keys.',
        schema: ref('ApiKeyList'),
        example: listExample(AN_API_KEY),
        headers: ['Link'],
      },
    },
  },
  'admin/api-keys/create': {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      "Creates a key. Its scopes, expiry, allowed addresses and rate limit cannot exceed those of the request's key. Fields that you leave out get that key's value. The response contains the token, which is never shown again.",
    tag: 'API keys',
    body: {
      schema: 'NewApiKey',
      description: 'The name and the rights of the new key.',
      example: { name: AN_API_KEY.name, scopes: AN_API_KEY.scopes, allowed_ips: AN_API_KEY.allowed_ips },
    },
    answers: { 201: issued('The new key, with its token.') },
    problems: ['exceeds_own_key', 'limit_reached', 'object_too_large'],
  },
  'admin/api-keys/current': {
    operationId: 'getCurrentApiKey',
    summary: 'Get the key of this request',
    description: 'Returns the key of the request, with its rights. Needs no scope.',
    tag: 'API keys',
    answers: { 200: lastUsed },
  },
  'admin/api-keys/get': {
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: 'Returns one key, without its token.',
    tag: 'API keys',
    parameters: [id],
    answers: { 200: lastUsed },
    problems: ['api_key_not_found'],
  },
  'admin/api-keys/update': {
    operationId: 'updateApiKey',
    summary: 'Rename or narrow an API key',
    description:
      'Takes a merge patch (RFC 7396). The name can change; scopes, expiry, allowed addresses and rate limit can only become narrower. The change takes effect everywhere within 5 s.',
    tag: 'API keys',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'ApiKeyPatch',
      description: 'The fields to change.',
      example: { scopes: ['products:read'], expires_at: '2040-01-01T00:00:00Z' },
    },
    answers: { 200: apiKey('The key as it is now.') },
    problems: [
      'api_key_not_found',
      'exceeds_own_key',
      'last_admin_key',
      'api_key_inactive',
      'precondition_failed',
      'object_too_large',
    ],
  },
  'admin/api-keys/revoke': {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'Ends a key and all its tokens. This takes effect everywhere within 5 s. The key stays in the list as revoked.',
    tag: 'API keys',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'The key is revoked.' } },
    problems: ['api_key_not_found', 'exceeds_own_key', 'last_admin_key', 'precondition_failed'],
  },
  'admin/api-keys/rotate': {
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Gives a key a new token; its id, name and rights stay. The previous token works for `overlap_seconds` more; an older one stops working within 5 s. The response contains the new token, which is never shown again.',
    tag: 'API keys',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'Rotation',
      description: 'The overlap. The body can be left out.',
      example: { overlap_seconds: 3600 },
      isOptional: true,
    },
    answers: { 201: issued('The key with its new token.') },
    problems: [
      'api_key_not_found',
      'exceeds_own_key',
      'api_key_inactive',
      'precondition_failed',
      'object_too_large',
    ],
  },
} as const satisfies Record<string, OperationSpec>
