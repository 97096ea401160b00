import { logLine } from '../../log.ts'
import { idIn } from '../table/keys.ts'
import { restore } from './card-text.ts'
import type { Entry } from './reader.ts'

/** A card is missing, is not JSON, or has not all members: the item is corrupt, or a newer version has written it in another way. */
class UnreadableCard extends Error {
  override name = 'UnreadableCard'
}

/** The public view of an entry, as JSON. Throws an `UnreadableCard` if there is none. */
export function cardOf({ card, position }: Entry): string {
  if (card === undefined) throw new UnreadableCard(`the item at ${position} has no card`)
  return restore(card, idIn(position))
}

/** The public view that a card has. Throws an `UnreadableCard` if it has none, or one that is not sound. */
export function viewIn<View>(card: string, isSound: (view: View) => boolean = () => true): View {
  const view = parsed<View>(card)
  if (!isSound(view)) throw new UnreadableCard('a card does not have all members')
  return view
}

function parsed<View>(card: string): View {
  try {
    return JSON.parse(card)
  } catch (cause) {
    throw new UnreadableCard('a card is not JSON', { cause })
  }
}

/** The result of `read`; undefined where a card cannot be read: one broken row must not end a list. It is logged. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    leaveOut(error)
    return undefined
  }
}

/** Logs a card that cannot be read. Throws every other error. */
export function leaveOut(error: unknown): undefined {
  if (!(error instanceof UnreadableCard)) throw error
  logLine('error', 'card', { error: error.message })
}

/** The public view of an entry of a list, undefined if it cannot be read. */
export const listedCard = (entry: Entry): string | undefined => readable(() => soundCard(entry))

/** The public view of an entry, as JSON that was parsed once. Throws an `UnreadableCard`. */
export function soundCard(entry: Entry): string {
  const card = cardOf(entry)
  viewIn(card)
  return card
}
