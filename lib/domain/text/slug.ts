import * as v from 'valibot'
import { isProductSlug, isSlug, PRODUCT_SLUG, SLUG, UUID } from './identifiers.ts'
import { LATIN_LETTERS } from './latin-letters.ts'

/** Words that are, or may become, path segments of the API. */
const RESERVED = new Set(['search', 'bulk', 'current', 'count', 'tree', 'new', 'by-external-id', 'by-slug'])

/** The slugs of a kind that somebody may take: well-formed and not reserved. */
const freeSlug = (isWellFormed: (text: string) => boolean, longest: number, { source }: RegExp) =>
  v.pipe(
    v.string('must be a string'),
    v.check(
      isWellFormed,
      `must be 1 to ${longest} lower-case letters, digits or inner hyphens, and not a UUID`,
    ),
    v.check((s) => !RESERVED.has(s), 'is a reserved word'),
    v.metadata({ pattern: source, not: { pattern: `^(?:${[...RESERVED].join('|')})$|${UUID.source}` } }),
  )

/** The longest slugs: of a business and as the id of a category, and of a product. */
export const LONGEST = { category: 63, product: 255 } as const

/** The slug of a business, or the id of a category. */
export const slug = freeSlug(isSlug, LONGEST.category, SLUG)

export const productSlug = freeSlug(isProductSlug, LONGEST.product, PRODUCT_SLUG)

/** True for the id that a category may have. */
export const canBeCategoryId = (text: string) => v.is(slug, text)

/** True for a slug that a product may take. */
export const canBeProductSlug = (text: string) => v.is(productSlug, text)

const NOT_ASCII = /\P{ASCII}/gu

/**
 * A slug made from a name: letters such as ß written as others, marks removed, every run of other characters a hyphen, cut
 * at `longest`. Empty if nothing is left (a name in a script without Latin letters); the caller then makes a random one.
 */
export function slugFromName(name: string, longest: number): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase() // only now: 'ℌ' and '㎒' have had capitals since they were taken apart
    .replace(NOT_ASCII, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '')
}

/** The slug of the `n`-th of several products of this name: the plain one, then `-2` and so on. It can be a reserved word. */
export function numberedSlug(name: string, n: number): string {
  const end = n === 1 ? '' : `-${n}`
  return slugFromName(name, LONGEST.product - end.length) + end
}

/**
 * Slugs to try for a name, best first: the plain one, `-2` … `-5`, then with random characters.
 * `random` gives 6 characters of `a-z0-9` and is called once per random candidate. Where the name has no Latin letters,
 * `p-` or `c-` comes before them. One of several that are made at once has a wanted slug of its own, `asked`: of these only
 * that with the plain one tries numbers, so that no two try the same slug.
 */
export function* slugCandidates(
  name: string,
  random: () => string,
  of: keyof typeof LONGEST = 'product',
  asked?: string,
): Generator<string> {
  const longest = LONGEST[of]
  const plain = slugFromName(name, longest)
  if (!plain) {
    while (true) yield `${of.slice(0, 1)}-${random()}`
  }
  if (asked !== undefined) yield asked
  else if (canBeProductSlug(plain)) yield plain // or a category's: it is short enough already
  if (asked === undefined || asked === plain)
    for (const n of [2, 3, 4, 5]) yield `${plain.slice(0, longest - 2)}-${n}`
  while (true) yield `${plain.slice(0, longest - 7)}-${random()}`
}
