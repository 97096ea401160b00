import { invalidHeader, preconditionFailed } from '../problems/problems.ts'

/** The parts of an administrative ETag. With the time of creation, an id that is deleted and reused repeats no tag. */
interface Versioned {
  created_at: string
  version: number
}

/** The strong tag of an administrative object: `"<created_at in ms>.<version>"`. */
export const versionTag = ({ created_at, version }: Versioned) => `"${Date.parse(created_at)}.${version}"`

/** One entity tag (RFC 9110 §8.8.3); a comma can be a part of it. */
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`

/** Some of them, with commas between and empty elements anywhere (§5.6.1). */
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`)

/** The tags of an If-Match or If-None-Match header, or `*`. Throws `invalid_header`. */
export function readTags(name: string, value: string): string[] | '*' {
  if (value.trim() === '*') return '*'
  if (TAGS.test(value)) return value.match(new RegExp(TAG, 'g')) ?? []
  throw invalidHeader({
    detail: `${name} must be * or a list of entity tags in double quotes.`,
    errors: [{ header: name, code: 'invalid_header', detail: 'must be * or a list of entity tags' }],
  })
}

/**
 * The check of an If-Match header, to be made on the newest version of an object; compared strongly, so a weak
 * tag never matches. Undefined without the header. The check throws `precondition_failed`.
 */
export function ifMatch(value: string | undefined): ((object: Versioned) => void) | undefined {
  if (value === undefined) return undefined
  const tags = readTags('If-Match', value)
  return (object) => {
    if (tags !== '*' && !tags.includes(versionTag(object))) throw versionDiffers()
  }
}

export const versionDiffers = () =>
  preconditionFailed({
    detail: 'The object does not meet the precondition: it has another version, or it already exists.',
  })
