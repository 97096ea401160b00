/** The categories in which a product is listed in addition to its own. */
import * as v from 'valibot'
import { listOf } from '../text/list.ts'
import { slug } from '../text/slug.ts'
import { closedObject, integer } from '../text/text.ts'

/** The most additional categories of a product. */
export const MOST_ADDITIONAL_CATEGORIES = 3

/** A category, and the position of the product in it if that is not the position that it has everywhere else. */
const additionalCategory = closedObject({ id: slug, position: v.optional(integer(0, 1e9)) })

export type AdditionalCategory = v.InferOutput<typeof additionalCategory>

export const additionalCategories = v.pipe(
  listOf(
    additionalCategory,
    MOST_ADDITIONAL_CATEGORIES,
    `must have at most ${MOST_ADDITIONAL_CATEGORIES} additional categories`,
  ),
  v.checkItems(({ id }, n, all) => all.findIndex((one) => one.id === id) === n, 'repeats a category'),
)

interface Categorized {
  category_id: string
  additional_categories: readonly AdditionalCategory[]
}

/** No additional category is that of the product. Checked also where other members are invalid. */
export const areNotItsOwn = <T extends Categorized>() =>
  v.rawCheck<T>(({ dataset: { value }, addIssue }) => {
    const { category_id, additional_categories: all }: Record<string, unknown> = Object(value)
    if (!Array.isArray(all)) return
    for (const [n, one] of all.entries())
      if (category_id !== undefined && one?.id === category_id)
        addIssue({
          message: 'is already the category of the product',
          input: one.id,
          path: [placeIn(value, 'additional_categories'), placeIn(all, n), placeIn(one, 'id')],
        })
  })

/** A step of the way to a value, as valibot has it. */
const placeIn = (input: unknown, key: string | number): v.UnknownPathItem => ({
  type: 'unknown',
  origin: 'value',
  input,
  key,
  value: Object(input)[key],
})

/** The ids of the additional categories of a product, in its order. */
export const idsOf = ({ additional_categories }: Pick<Categorized, 'additional_categories'>): string[] =>
  additional_categories.map(({ id }) => id)
