import { isJsonObject } from '../../../domain/body/json-object.ts'
import { isPlainText } from '../../../domain/text/text.ts'
import type { FieldFault } from '../problems/problem.ts'
import { escapePointer, MOST_FAULTS } from '../problems/validation.ts'

/** No product needs JSON this deep; with a limit here no later recursion needs one of its own. */
export const MAX_DEPTH = 32

/** The longest name is that of an option: 255 characters, which with marks of their own can be several times as many. */
export const MAX_NAME_LENGTH = 1_024

/**
 * The errors of a body that do not depend on a schema: it is not an object, is nested deeper than 32 levels, has the
 * name `__proto__` or a name longer than any field's, or has text that must never be stored. Each error has a pointer
 * (RFC 6901) from the body's root.
 */
export function structuralFaults(body: unknown): FieldFault[] {
  const faults = [...faultsIn(body).take(MOST_FAULTS)]
  if (!isJsonObject(body)) faults.push({ pointer: '', code: 'invalid', detail: 'must be an object' })
  return faults
}

function* faultsIn(value: unknown, pointer = '', depth = 1): Generator<FieldFault> {
  if (typeof value === 'string' && !isPlainText(value)) yield unstorable(pointer)
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) {
    yield { pointer, code: 'invalid', detail: `is nested more than ${MAX_DEPTH} levels deep` }
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const here = `${pointer}/${escapePointer(name)}`
    if (name === '__proto__') yield { pointer: here, code: 'invalid', detail: 'is not allowed as a name' }
    else if (name.length > MAX_NAME_LENGTH && [...name].length > MAX_NAME_LENGTH)
      yield {
        pointer,
        code: 'invalid',
        detail: `has a name of more than ${MAX_NAME_LENGTH.toLocaleString('en')} characters`,
      }
    else if (isPlainText(name)) yield* faultsIn(member, here, depth + 1)
    else yield unstorable(pointer)
  }
}

const unstorable = (pointer: string): FieldFault => ({
  pointer,
  code: 'invalid',
  detail: 'contains control characters or broken Unicode',
})
