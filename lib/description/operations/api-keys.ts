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

/** The operations on API keys, by the function that answers them. */
export const API_KEYS = {
  'admin/api-keys/list': {
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'A page of keys in the order they were made, revoked and expired ones too. Never a token.',
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
      'A new key with scopes, end, addresses and pace within those of the key that calls; what is left out is as that one has it, or without limit. The token is shown this once.',
    tag: 'API keys',
    body: {
      schema: 'NewApiKey',
      description: 'What the key may do.',
      example: { name: AN_API_KEY.name, scopes: AN_API_KEY.scopes, allowed_ips: AN_API_KEY.allowed_ips },
    },
    answers: { 201: issued('The new key, with its token.') },
    problems: ['exceeds_own_key', 'limit_reached', 'object_too_large'],
  },
  'admin/api-keys/current': {
    operationId: 'getCurrentApiKey',
    summary: 'Get the key that calls',
    description: 'What the calling key is and may do. Asks for no scope.',
    tag: 'API keys',
    answers: { 200: lastUsed },
  },
  'admin/api-keys/get': {
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: 'One key, without its token.',
    tag: 'API keys',
    parameters: [id],
    answers: { 200: lastUsed },
    problems: ['api_key_not_found'],
  },
  'admin/api-keys/update': {
    operationId: 'updateApiKey',
    summary: 'Rename or narrow an API key',
    description:
      'A merge patch (RFC 7396): another name, and scopes, end, addresses and pace that can only be narrowed. Holds everywhere within 5 s.',
    tag: 'API keys',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'ApiKeyPatch',
      description: 'What is to change.',
      example: { scopes: ['products:read'], expires_at: '2027-01-01T00:00:00Z' },
    },
    answers: { 200: apiKey('The key as it is now.') },
    problems: [
      ...(['api_key_not_found', 'exceeds_own_key', 'last_admin_key', 'api_key_inactive'] as const),
      ...(['precondition_failed', 'object_too_large'] as const),
    ],
  },
  'admin/api-keys/revoke': {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Ends a key and all its tokens, everywhere within 5 s. It stays in the list as revoked.',
    tag: 'API keys',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'It is revoked.' } },
    problems: ['api_key_not_found', 'exceeds_own_key', 'last_admin_key', 'precondition_failed'],
  },
  'admin/api-keys/rotate': {
    operationId: 'rotateApiKey',
    summary: 'Give an API key another token',
    description:
      'Same id, name and scopes, another token. The token before works for `overlap_seconds` more; the one before that ends at once. The new token is shown this once.',
    tag: 'API keys',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    body: {
      schema: 'Rotation',
      description: 'How to rotate; may be left out.',
      example: { overlap_seconds: 3600 },
      isOptional: true,
    },
    answers: { 201: issued('The key with its new token.') },
    problems: [
      ...(['api_key_not_found', 'exceeds_own_key', 'api_key_inactive', 'precondition_failed'] as const),
      'object_too_large',
    ],
  },
} as const satisfies Record<string, OperationSpec>
