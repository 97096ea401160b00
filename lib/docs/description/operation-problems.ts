import { PROBLEMS, type ProblemCode } from '../../api/http/problems/all-problems.ts'
import type { Route } from '../../api/route.ts'
import type { OperationSpec } from './operation.ts'
import type { Audience } from './problems.ts'

/** Every problem that an operation can return, in the order of the table of problems. */
export function codesOf(
  route: Route,
  audience: Audience,
  { body, parameters = [], problems = [] }: OperationSpec,
): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    'invalid_parameter',
    'unknown_parameter',
    'internal_error',
    'temporarily_unavailable',
    ...(audience === 'open' ? [] : IDENTITY),
    ...(audience === 'public' || audience === 'agents' ? (['business_not_found'] as const) : []),
    ...(audience === 'admin' ? (['invalid_header', 'rate_limited'] as const) : []),
    ...(audience === 'admin' && route.method !== 'GET' ? (['read_only'] as const) : []),
    ...(route.access.includes(':') ? (['insufficient_scope'] as const) : []),
    ...(parameters.some(({ name }) => name === 'cursor') ? (['invalid_cursor'] as const) : []),
    ...(audience === 'admin' && body && !body.types ? BODY : []),
    ...(audience === 'admin' && route.method === 'POST' ? IDEMPOTENCY : []),
    // Empty bodies are equal.
    ...(audience === 'admin' && route.method === 'POST' && body?.schema !== 'EmptyObject'
      ? (['idempotency_key_reused'] as const)
      : []),
    ...problems,
  ])
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code))
}

const IDENTITY = [
  'invalid_identity',
  'identity_conflict',
  'identification_required',
  'invalid_api_key',
  'business_suspended',
] as const

const BODY = ['invalid_json', 'body_too_large', 'unsupported_media_type', 'validation_failed'] as const

const IDEMPOTENCY = ['invalid_idempotency_key', 'idempotency_in_progress'] as const
