import * as v from 'valibot'
import { isSlug, SLUG, UUID } from './identifiers.ts'

/** Words that are, or may become, path segments of the API. */
const RESERVED = new Set(['search', 'bulk', 'current', 'count', 'tree', 'new', 'by-external-id', 'by-slug'])

/** A slug somebody may take: well-formed and not reserved. */
export const slug = v.pipe(
  v.string('must be a string'),
  v.check(isSlug, 'must be 1 to 63 lower-case letters, digits or inner hyphens, and not a UUID'),
  v.check((s) => !RESERVED.has(s), 'is a reserved word'),
  v.metadata({ pattern: SLUG.source, not: { pattern: `^(?:${[...RESERVED].join('|')})$|${UUID.source}` } }),
)

/** True for a slug that somebody may take. */
export const canBeSlug = (text: string) => v.is(slug, text)

/**
 * A slug made from a name: marks removed, every run of other characters a hyphen. Empty if nothing is left
 * (a name in a script without Latin letters); the caller then makes a random one.
 */
export function slugFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
}

/**
 * Slugs to try for a name, best first: the plain one, `-2` … `-5`, then with random characters.
 * `random` gives 6 characters of `a-z0-9` and is called once per random candidate. `initial` comes before them where
 * the name has no Latin letters: `p` for a product, `c` for a category.
 */
export function* slugCandidates(
  name: string,
  random: () => string,
  initial: 'p' | 'c' = 'p',
): Generator<string> {
  const plain = slugFromName(name)
  if (!plain) {
    while (true) yield `${initial}-${random()}`
  }
  if (v.is(slug, plain)) yield plain
  for (const n of [2, 3, 4, 5]) yield `${plain.slice(0, 61)}-${n}`
  while (true) yield `${plain.slice(0, 56)}-${random()}`
}
