import type { FieldFault } from './problem.ts'
import { validationFailed } from './problems.ts'

/** A body that is full of faults must not cause a response many times its size: Lambda refuses one over 6 MB. */
export const MOST_FAULTS = 200

/**
 * A pasted secret can be in the place of a name: a problem repeats no more characters than the longest name of metadata has.
 */
export const MOST_SHOWN = 40

/** The problem of a body whose fields break these rules. Nothing of a refused value is repeated in it. */
export const validationProblem = (errors: FieldFault[]) =>
  validationFailed({
    detail: 'The body has errors; see the member errors.',
    errors: errors.slice(0, MOST_FAULTS),
  })

/** A member's name as part of a pointer (RFC 6901 §3); one that is too long for any field is cut. */
export const escapePointer = (name: string) => shown(name).replaceAll('~', '~0').replaceAll('/', '~1')

function shown(name: string): string {
  const characters = [...name]
  return characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN - 1).join('')}…` : name
}
