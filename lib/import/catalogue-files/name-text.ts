import { withoutTurns } from '../../domain/text/name.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { Note } from './note.ts'

/** The name of something in a file, without marks that turn the direction of the text behind it: the API refuses them. */
export function nameWithoutTurns(name: string, notes: Note[]): string {
  const clean = withoutTurns(name)
  if (clean !== name) notes.push({ loss: 'direction', detail: `${quoted(name)} became ${quoted(clean)}` })
  return clean
}
