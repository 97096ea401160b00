import { isOfKey, wordsOf } from '../api/client.ts'
import { keyFault, type Session, session, trouble } from './store.ts'

/** Leads back to the field of the key, where an error says that the key is not accepted; else says it at the top. */
export function stopFor(error: unknown): void {
  if (!isOfKey(error)) {
    trouble.value = wordsOf(error)
    return
  }
  keyFault.value = `${wordsOf(error)} Your edits are kept: enter a key.`
  session.value = undefined
}

/** The same for an error of work that goes on by itself: of a session that is over nothing is said. */
export function stopIn(at: Session, error: unknown): void {
  if (session.value?.api === at.api) stopFor(error)
}
