import * as v from 'valibot'
import { isUuid } from '../../domain/text/identifiers.ts'
import { canBeProductSlug } from '../../domain/text/slug.ts'

/** The most characters of a word: a cursor has as many. */
const LONGEST = 1024

/** A text that goes into a query, or into the body of a call, as it is. */
export const words = (description: string) =>
  v.pipe(
    v.string('must be text in quotes, such as "tea"'),
    v.check((text) => text.length <= LONGEST, `must have at most ${LONGEST} characters`),
    v.metadata({ maxLength: LONGEST }),
    v.description(description),
  )

const WHOLE = 'must be a whole number such as 1250, without quotes'

export const wholeNumber = (description: string) =>
  v.pipe(
    v.number(WHOLE),
    v.check((n) => Number.isSafeInteger(n), WHOLE),
    v.metadata({ type: 'integer' }),
    v.description(description),
  )

export const yesOrNo = (description: string) =>
  v.pipe(v.boolean('must be true or false, without quotes'), v.description(description))

export const oneOf = <const W extends readonly string[]>(some: W, description: string) =>
  v.pipe(v.picklist(some, `must be one of ${some.join(', ')}`), v.description(description))

export const cursor = words(
  '`next_cursor` of the result before, with the same other arguments: the next page.',
)

const isIdOfVariant = (text: string) => isUuid(text.slice(0, 36)) && /^-\d+$/.test(text.slice(36))

/** The rule for the id of a product, with the tools that have it. */
export const PRODUCT_ID_FOUND =
  'must be the id of a product (a UUID), which find_products and search_products have'

const PRODUCT_ID = `${PRODUCT_ID_FOUND}; the id of a variant begins with it`

/** The id of a product, or the slug in its address: one segment of a path, which nothing else may become. */
export const productName = v.pipe(
  v.string('must be text in quotes: the id or the slug of a product'),
  v.check((name) => isUuid(name) || canBeProductSlug(name), 'must be the id or the slug of a product'),
  // It would be a slug that nobody has.
  v.check((name) => !isIdOfVariant(name), PRODUCT_ID),
  v.description('The id of a product, or its slug.'),
)

/** The id of a product: one segment of a path, which nothing else may become. */
export const productId = v.pipe(
  v.string('must be text in quotes: the id of a product (a UUID)'),
  v.check(isUuid, PRODUCT_ID),
  v.metadata({ format: 'uuid' }),
  v.description('The id of a product.'),
)

/** How prices are written, for the descriptions of tools. */
export const PRICES =
  'Prices are whole numbers of the smallest unit of `currency`: 1250 is €12.50 in EUR and ¥1250 in JPY.'

const FROM_ZERO = 'must be a whole number from 0, without quotes'

/** The number of rows before those of a result. */
export const skip = (description: string) =>
  v.pipe(
    v.number(FROM_ZERO),
    v.check((n) => Number.isSafeInteger(n) && n >= 0, FROM_ZERO),
    v.metadata({ type: 'integer', minimum: 0 }),
    v.description(description),
  )

export const skipVariants = skip(
  '`next_skip_variants` of the result before: the variants that had no room in it.',
)

export const skipDescription = skip(
  '`next_skip_description` of the result before: the rest of the description.',
)
