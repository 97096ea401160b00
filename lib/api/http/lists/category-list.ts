import { integerFrom, pageParameters } from '../parameters/parameters.ts'

/** The whole menu of a shop is one page: a business has no more categories. */
export const MOST_CATEGORIES = 1_000

/** The query parameters of `GET /categories`. */
export const categoryListParameters = {
  ...pageParameters,
  limit: /* @__PURE__ */ integerFrom(1, MOST_CATEGORIES),
}
