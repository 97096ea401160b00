import { isJsonObject } from '../../domain/body/json-object.ts'
import { MOST_SHOWN } from '../http/problems/validation.ts'

/** A character that can begin or continue a sequence of emoji; digits, which are emoji by their property, are not. */
const EMOJI = String.raw`[\p{Emoji}&&\p{Extended_Pictographic}]`

/** The scripts in which a joiner changes the shape of its neighbours, by their codes in Unicode. */
const SCRIPTS = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ')

/** A letter or a mark of these scripts. */
const JOINING = String.raw`[[[\p{L}\p{M}]&&[${SCRIPTS.map((code) => String.raw`\p{scx=${code}}`).join('')}]]--\p{Default_Ignorable_Code_Point}]`

/** Unseen characters that people need for what they see. Their neighbours are never left out themselves. */
const NEEDED = [
  // The style of an emoji, of text or of a picture, and that of a keycap.
  String.raw`(?<=${EMOJI})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Between the parts of an emoji, such as a family.
  String.raw`(?<=${EMOJI}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=${EMOJI})`,
  String.raw`(?<=${JOINING})[\u200c\u200d](?=${JOINING})`,
  String.raw`[\n\t]`,
].join('|')

/**
 * Characters that people do not see and models read: a row of them can carry sentences. Halves of characters and what Unicode
 * has not assigned are among them: nobody knows how they look.
 */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800]`

/** An unseen character; the first group has it if it is needed. */
const EACH_UNSEEN = new RegExp(`(?=${UNSEEN})(?:(${NEEDED})|.)`, 'gsv')

/** A text without its unseen characters but those that people need. */
export const visible = (text: string): string => text.replace(EACH_UNSEEN, '$1')

/** How many code points `visible` leaves out of a text. */
export const unseenIn = (text: string): number => [...text].length - [...visible(text)].length

/** A name that looks like no other one: its unseen characters are written out, and so is what looks like one that is. */
const visibleName = (name: string): string =>
  name
    .replace(/<(?=U\+)/g, '<U+003C>')
    .replace(EACH_UNSEEN, (character: string, needed?: string) => needed ?? `<U+${hexOf(character)}>`)

const hexOf = (character: string) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')

/** The text of a result: JSON, of which every text and every name of a member is as people see it. */
export const shown = (result: object): string =>
  JSON.stringify(result, (_, value: unknown) => {
    if (typeof value === 'string') return visible(value)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleName(name), member]))
  })

/** The most bytes of a result. */
export const MOST_RESULT_BYTES = 20 * 1024

/** True if a result is short enough to be read. */
export const fits = (result: object): boolean => Buffer.byteLength(shown(result)) <= MOST_RESULT_BYTES

/**
 * The first of some forms of a result that is short enough, or the last: `forms` are the ways to make it, from the longest to
 * the shortest.
 */
export function shortest<F>(forms: readonly [F, ...F[]], make: (form: F) => object): object {
  const [form, ...shorter] = forms
  const result = make(form)
  const [next, ...rest] = shorter
  return next === undefined || fits(result) ? result : shortest([next, ...rest], make)
}

/**
 * A text of a shop as people see it: whole, or if it has more than `longest` characters its first ones and its
 * length. Characters are Unicode code points, so that none is cut into halves.
 */
export function cut(text: string, longest: number): string {
  const seen = visible(text)
  const characters = [...seen]
  if (characters.length <= longest) return seen
  return `${characters.slice(0, longest).join('')}… (cut, ${characters.length} characters)`
}

/** As many characters on each side of a place decide which of them people need: those of `NEEDED` look no further. */
const NEAR = 4

/** True if a text that is parted here keeps every unseen character that people need. */
function isSeam(characters: readonly string[], place: number): boolean {
  const [before, behind] = [
    characters.slice(Math.max(0, place - NEAR), place),
    characters.slice(place, place + NEAR),
  ]
  const [a, b] = [before.join(''), behind.join('')]
  return visible(a) + visible(b) === visible(a + b)
}

/**
 * The first place from `place` on, to the start of a text or to its end, where it can be parted and nothing that people need is
 * left out: between the parts of an emoji a joiner would be.
 */
export function seam(characters: readonly string[], place: number, to: 'start' | 'end'): number {
  let found = place
  while (!isSeam(characters, found)) found += to === 'start' ? -1 : 1
  return found
}

/** True if a text in this value was cut for reading: written back, it would be the end of what is stored. */
export const hasCut = (value: unknown): boolean => /… \(cut, \d+ characters\)/.test(JSON.stringify(value))

/** A name or another value that the caller sent: as much of it as a problem repeats. */
export const repeated = (sent: string): string => cut(sent, MOST_SHOWN)

/**
 * The place of a fault: names of members, joined by dots. A name that somebody chose, such as that of an option, is quoted
 * unless it is one word, so that it is not read as a part of the sentence.
 */
export const placeOf = (path: readonly string[]): string =>
  path
    .map(repeated)
    .map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name)))
    .join('.')

/** The most faults that a sentence names. */
export const MOST_FAULTS_NAMED = 10

/** The first faults of a list in one sentence, and how many more there are. */
export function sentenceOfFaults<F>(faults: readonly F[], inWords: (fault: F) => string): string {
  const more = faults.length - MOST_FAULTS_NAMED
  const named = faults.slice(0, MOST_FAULTS_NAMED).map(inWords).join('; ')
  return `${named}${more > 0 ? `; and ${more} more` : ''}.`
}
