/** The titles of the columns of options in Shopify's files. */
export const OPTION_TITLES = {
  name1: ['Option1 Name'],
  value1: ['Option1 Value'],
  name2: ['Option2 Name'],
  value2: ['Option2 Value'],
  name3: ['Option3 Name'],
  value3: ['Option3 Value'],
} as const

/** The columns of options in Shopify's files. */
export const OPTIONS = [
  ['name1', 'value1'],
  ['name2', 'value2'],
  ['name3', 'value3'],
] as const

/** Shopify's name for the only variant of a product without options; its option is called `Title`. */
const ONLY_VALUE = 'default title'

type Cell = string | null | undefined

/** True for the cells of the only variant of a product without options. */
export const isWithoutOptions = (name1: Cell, value1: Cell, name2: Cell): boolean =>
  (!name1 || isOnlyValue(value1)) && !name2

/** True for a cell that says that a product has no options; an empty one does not say it. */
export const isOnlyValue = (value1: Cell): boolean => value1?.toLowerCase() === ONLY_VALUE
