/**
 * Every problem of this API by its name, except those that each resource has (`resource-problems.ts`). A bundle holds
 * those that its function can return: the others fall out of it. `docs/problems.md` explains each code to clients.
 */
import { capital, Problem, type ProblemOptions } from './problem.ts'

/**
 * A function that makes problems of this code, status and title; the code in words if it has no title of its own. The bundler
 * heeds the annotation in this file only.
 */
// @__NO_SIDE_EFFECTS__
function named<C extends string>(code: C, status: number, title = capital(code).replaceAll('_', ' ')) {
  return (options?: ProblemOptions) => new Problem(code, [status, title], options)
}

export const invalidParameter = named('invalid_parameter', 400)
export const unknownParameter = named('unknown_parameter', 400)
export const invalidCursor = named('invalid_cursor', 400)
export const invalidIdentity = named('invalid_identity', 400, 'Invalid identification')
export const identityConflict = named('identity_conflict', 400, 'Conflicting identifications')
export const identificationRequired = named('identification_required', 401)
export const invalidApiKey = named('invalid_api_key', 401, 'Invalid API key')
export const businessSuspended = named('business_suspended', 403)
export const internalError = named('internal_error', 500)
export const temporarilyUnavailable = named('temporarily_unavailable', 503)
export const readOnly = named('read_only', 503)

export const invalidJson = named('invalid_json', 400, 'Invalid JSON')
export const invalidHeader = named('invalid_header', 400)
export const invalidIdempotencyKey = named('invalid_idempotency_key', 400)
export const insufficientScope = named('insufficient_scope', 403)
export const exceedsOwnKey = named('exceeds_own_key', 403)
/** Sent by the edge alone: the code of its function is in `lib/infra/edge`. */
export const keyAtTheEdge = named('key_at_the_edge', 403)
export const routeNotFound = named('route_not_found', 404)
export const feedNotFound = named('feed_not_found', 404)
export const eventNotFound = named('event_not_found', 404)
export const deliveryNotFound = named('delivery_not_found', 404)
export const mediumNotFound = named('medium_not_found', 404, 'Picture not found')
export const planNotFound = named('plan_not_found', 404)
export const holdNotFound = named('hold_not_found', 404)
export const methodNotAllowed = named('method_not_allowed', 405)
export const categoryNotEmpty = named('category_not_empty', 409)
export const lastAdminKey = named('last_admin_key', 409)
export const apiKeyInactive = named('api_key_inactive', 409, 'API key inactive')
export const webhookDisabled = named('webhook_disabled', 409)
export const insufficientStock = named('insufficient_stock', 409)
export const holdCommitted = named('hold_committed', 409)
export const stockDiffers = named('stock_differs', 409)
export const importRunning = named('import_running', 409)
export const scheduleRunning = named('schedule_running', 409)
export const idempotencyInProgress = named('idempotency_in_progress', 409, 'Request in progress')
export const eventsExpired = named('events_expired', 410)
export const preconditionFailed = named('precondition_failed', 412)
export const bodyTooLarge = named('body_too_large', 413)
export const unsupportedMediaType = named('unsupported_media_type', 415)
export const validationFailed = named('validation_failed', 422)
export const catalogueTooLarge = named('catalogue_too_large', 422)
export const feedEmpty = named('feed_empty', 422)
export const objectTooLarge = named('object_too_large', 422)
export const tooLargeTogether = named('too_large_together', 422)
export const tooManySkuChanges = named('too_many_sku_changes', 422, 'Too many SKU changes')
export const tooManyChanges = named('too_many_changes', 422)
export const typeDiffers = named('type_differs', 422)
export const notSupported = named('not_supported', 422)
export const tooManyPixels = named('too_many_pixels', 422)
export const unreadable = named('unreadable', 422)
export const unreachable = named('unreachable', 422)
export const limitReached = named('limit_reached', 422)
export const dependsOnOperation = named('depends_on_operation', 422)
export const idempotencyKeyReused = named('idempotency_key_reused', 422)
export const rateLimited = named('rate_limited', 429)
