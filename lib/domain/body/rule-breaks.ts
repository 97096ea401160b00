/** One rule that a body breaks. `path` leads to the place, member by member. */
export interface RuleBreak {
  path: string[]
  code: 'required' | 'unknown_field' | 'read_only' | 'invalid'
  detail: string
  /** True if the value is of the right type, and only what it says is refused. */
  isOfType?: true
}

/** The break of a body that names, at a path, a category which does not exist. */
export const unknownCategory = (...path: string[]): RuleBreak => ({
  path,
  code: 'invalid',
  detail: 'is not a category of this business',
})

/** A body breaks these rules, all of them; nothing came of it. */
export class InvalidFields extends Error {
  override name = 'InvalidFields'
  readonly breaks: readonly RuleBreak[]

  constructor(breaks: readonly RuleBreak[]) {
    super('invalid fields')
    this.breaks = breaks
  }
}

/** The rule breaks of the `InvalidFields` that a check throws; none if it throws nothing. */
export function breaksOf(judging: () => unknown): readonly RuleBreak[] {
  try {
    judging()
    return []
  } catch (error) {
    if (error instanceof InvalidFields) return error.breaks
    throw error
  }
}

/** Throws `InvalidFields` with these breaks, if there are any. */
export function throwAny(breaks: readonly RuleBreak[]): void {
  if (breaks.length > 0) throw new InvalidFields(distinct(breaks))
}

/** Without those that are said twice. */
export const distinct = (breaks: readonly RuleBreak[]): RuleBreak[] => [
  ...new Map(breaks.map((one) => [nameOf(one), one])).values(),
]

/** Two breaks of one name are the same. */
export const nameOf = ({ path, code, detail }: RuleBreak) => JSON.stringify([path, code, detail])
