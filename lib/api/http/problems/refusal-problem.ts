import { Refusal, type RefusalReason } from '../../../data/table/commit.ts'
import { ExceedsOwnKey, ExceedsOwnScopes } from '../../../domain/api-keys/exceeding.ts'
import { isJsonObject, type JsonObject } from '../../../domain/body/json-object.ts'
import { InvalidFields, unknownCategory } from '../../../domain/body/rule-breaks.ts'
import { MAX_OBJECT_BYTES, MAX_VARIANTS, MAX_VARIANTS_BYTES, MOST_NEW_SKUS } from '../../../domain/limits.ts'
import { type ExistsReason, RECORDS, type TakenReason } from '../../../domain/resources.ts'
import { insufficientScope, keyEnded } from './denial.ts'
import type { Problem } from './problem.ts'
import * as problems from './problems.ts'
import { exists, type TakenRule, taken } from './resource-problems.ts'
import { CHOSEN_IDS, UNIQUE } from './resource-rules.ts'
import { escapePointer, validationProblem } from './validation.ts'

/**
 * An error of the layers below as a problem; any other error as it is. `root` is the pointer to the object that the
 * error is about, if that is not the whole body, and `sent` is that object.
 */
export function explain(error: unknown, root = '', sent: JsonObject = {}): unknown {
  if (error instanceof InvalidFields) return invalidFieldsProblem(error, root)
  if (error instanceof ExceedsOwnKey) return exceedingProblem(error)
  if (error instanceof ExceedsOwnScopes) return unreadableProblem(error)
  if (error instanceof Refusal) return refusalProblem(error, root, sent)
  return error
}

/** Missing scopes are `insufficient_scope`, as for any request that the calling key cannot send; wider limits are not. */
function exceedingProblem({ scopes, limits }: ExceedsOwnKey): Problem {
  const key = 'The key to create or change'
  if (scopes.length > 0)
    return insufficientScope(`${key} has scopes that this request's key does not have.`, scopes.join(' '))
  return problems.exceedsOwnKey({ detail: `${key} exceeds this request's key: ${limits.join(', ')}.` })
}

const unreadableProblem = ({ scopes }: ExceedsOwnScopes) =>
  insufficientScope(
    "The webhook would get events that this request's key is not allowed to read.",
    scopes.join(' '),
  )

const invalidFieldsProblem = ({ breaks }: InvalidFields, root: string) =>
  validationProblem(
    breaks.map(({ path, code, detail }) => ({
      pointer: root + path.map((member) => `/${escapePointer(member)}`).join(''),
      code,
      detail,
    })),
  )

const isTaken = (reason: RefusalReason): reason is TakenReason => Object.hasOwn(UNIQUE, reason)

const isExists = (reason: RefusalReason): reason is ExistsReason => Object.hasOwn(CHOSEN_IDS, reason)

/** How many objects a business can have, in words. */
const LIMITS = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
  [
    ...RECORDS.flatMap(({ limit, names, limited = names }) =>
      limit === undefined ? [] : [{ limit, limited }],
    ),
    { limit: MAX_VARIANTS, limited: 'variants' },
  ].map(({ limit, limited }) => `${limit.toLocaleString('en-US')} ${limited}`),
)

/** The rule of each value that is taken. A SKU is one of the product, or of variants that name it. */
function rulesOf({ reasons, values, holders }: Refusal, { variants }: JsonObject): TakenRule[] {
  const places = (Array.isArray(variants) ? variants : []).flatMap((variant, n) => {
    const sku = isJsonObject(variant) ? `${variant.sku}`.trim() : ''
    return values.includes(sku) ? [{ member: `variants/${n}/sku`, sku }] : []
  })
  const holderOf = (reason: TakenReason, value?: string) =>
    holders.find((one) => one.reason === reason && (value === undefined || one.value === value))?.productId
  return [...new Set(reasons.filter(isTaken))].flatMap((reason): TakenRule[] =>
    reason === 'sku_taken' && places.length > 0
      ? places.map(({ member, sku }) => ({ ...UNIQUE[reason], member, productId: holderOf(reason, sku) }))
      : [{ ...UNIQUE[reason], productId: holderOf(reason) }],
  )
}

/** A refusal as a problem; `root` and `sent` as for `explain`. */
export function refusalProblem(refusal: Refusal, root = '', sent: JsonObject = {}): Problem {
  const { reason } = refusal
  if (isTaken(reason)) return taken(UNIQUE[reason], rulesOf(refusal, sent), root)
  if (isExists(reason)) return exists(reason, CHOSEN_IDS[reason])
  switch (reason) {
    case 'category_not_empty':
      return problems.categoryNotEmpty({
        detail: 'This category still has products, in any status, or categories below it.',
      })
    case 'object_too_large':
      return problems.objectTooLarge({
        detail: `An object can have at most ${MAX_OBJECT_BYTES / 1024} KB as JSON, all variants of a product together ${MAX_VARIANTS_BYTES / 1024} KB.`,
      })
    case 'too_large_together':
      return problems.tooLargeTogether({
        detail:
          'The objects of this request are too large to write together: at most 3.9 MB. Send fewer in one request.',
      })
    case 'too_many_sku_changes':
      return problems.tooManySkuChanges({
        detail: `One request can add at most ${MOST_NEW_SKUS} new SKUs, and fewer if it also changes additional categories. Send the others with PATCH.`,
      })
    case 'limit_reached':
      return problems.limitReached({ detail: `A business can have at most ${LIMITS}.` })
    case 'last_admin_key':
      return problems.lastAdminKey({
        detail:
          'This is the last key with api_keys:write that never expires and works from every address. Create another one first.',
      })
    case 'api_key_inactive':
      return problems.apiKeyInactive({ detail: 'This API key is revoked or has expired.' })
    case 'webhook_disabled':
      return problems.webhookDisabled({
        detail: 'This webhook is disabled. Enable it first: is_enabled true.',
      })
    case 'import_running':
      return problems.importRunning({ detail: 'Another import of this business is under way.' })
    case 'schedule_running':
      return problems.scheduleRunning({
        detail:
          'Another change of this product is in force. Change its until, or end it: DELETE /admin/products/{id}/schedule.',
      })
    case 'depends_on_operation':
      return problems.dependsOnOperation({
        detail:
          'In a dry run each operation is checked against what is stored. This one depends on an operation before it: try it in a dry run of its own, after that operation was carried out.',
      })
    case 'own_key_ended':
      return keyEnded()
    case 'category_unknown':
      return invalidFieldsProblem(new InvalidFields([unknownCategory('category_id')]), root)
    // None of them leaves the layer below: the first is reported with its places, the others are tried again.
    case 'additional_category_unknown':
    case 'version_changed':
    case 'moved_on':
    case 'already_answered':
    case 'dry_run':
      return problems.internalError({ detail: 'The request could not be handled.' })
  }
}
