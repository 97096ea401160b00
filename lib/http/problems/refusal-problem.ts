import { Refusal, type RefusalReason } from '../../data/table/commit.ts'
import { ExceedsOwnKey } from '../../domain/key-powers.ts'
import { InvalidFields } from '../../domain/rule-breaks.ts'
import { UNKNOWN_CATEGORY } from '../body/product-faults.ts'
import { insufficientScope, keyEnded } from './denial.ts'
import { otherProblem } from './other-problems.ts'
import { type Problem, problem } from './problem.ts'
import { escapePointer, validationProblem } from './validation.ts'

/**
 * What the layers below throw in their own words, as a problem; any other error as it is. `root` is the pointer
 * to the object they speak of, if that is not the whole body.
 */
export function explain(error: unknown, root = ''): unknown {
  if (error instanceof InvalidFields) return invalidFieldsProblem(error, root)
  if (error instanceof ExceedsOwnKey) return exceedingProblem(error)
  if (error instanceof Refusal) return refusalProblem(error, root)
  return error
}

/** A key with more power than the caller's is none of the caller's business; one with other limits may be asked for. */
function exceedingProblem({ scopes, limits }: ExceedsOwnKey): Problem {
  const [key, own] = ['The key to be made or changed is allowed more than the key that calls', 'its own']
  if (scopes.length > 0) return insufficientScope(`${key}: it has scopes beyond ${own}.`, scopes.join(' '))
  return otherProblem('exceeds_own_key', { detail: `${key}: ${limits.join(', ')} beyond ${own}.` })
}

const invalidFieldsProblem = ({ breaks }: InvalidFields, root: string) =>
  validationProblem(
    breaks.map(({ path, code, detail }) => ({
      pointer: root + path.map((member) => `/${escapePointer(member)}`).join(''),
      code,
      detail,
    })),
  )

/** What must be unique, and what it is called. */
const UNIQUE = {
  slug_taken: ['slug', 'slug'],
  sku_taken: ['sku', 'SKU'],
  external_id_taken: ['external_id', 'external id'],
} as const

type Taken = keyof typeof UNIQUE

const isTaken = (reason: RefusalReason): reason is Taken => reason in UNIQUE

/** The problem that lists every value which another product has; its code is that of the first. */
function takenProblem(reason: Taken, reasons: readonly RefusalReason[], root: string): Problem {
  const taken = reasons.filter(isTaken)
  const values = taken.map((each) => UNIQUE[each][1]).join(', ')
  return otherProblem(reason, {
    detail:
      taken.length === 1
        ? `Another product of this business has this ${values}.`
        : `Other products of this business have these values: ${values}.`,
    errors: taken.map((code) => ({
      pointer: `${root}/${UNIQUE[code][0]}`,
      code,
      detail: 'belongs to another product',
    })),
  })
}

function refusalProblem({ reason, reasons }: Refusal, root: string): Problem {
  if (isTaken(reason)) return takenProblem(reason, reasons, root)
  switch (reason) {
    case 'category_exists':
      return otherProblem(reason, { detail: 'This business has a category of this id.' })
    case 'category_not_empty':
      return otherProblem(reason, { detail: 'Products, of whatever status, are still in this category.' })
    case 'object_too_large':
      return otherProblem(reason, { detail: 'An object may have 32 KB as JSON.' })
    case 'limit_reached':
      return otherProblem(reason, {
        detail: 'A business may have 100,000 products, 1,000 categories and 50 live API keys.',
      })
    case 'last_admin_key':
      return otherProblem(reason, {
        detail:
          'A key with api_keys:write that never expires and is bound to no address must remain; this is the last.',
      })
    case 'api_key_inactive':
      return otherProblem(reason, { detail: 'This API key is revoked or has expired.' })
    case 'own_key_ended':
      return keyEnded()
    case 'category_unknown':
      return invalidFieldsProblem(new InvalidFields([UNKNOWN_CATEGORY]), root)
    // Neither leaves the layer that tries again.
    case 'version_changed':
    case 'already_answered':
      return problem('internal_error', { detail: 'The request could not be answered.' })
  }
}
