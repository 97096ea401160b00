/**
 * The expressions of a write, with their maps of names and values. Attributes begin with `#`, because DynamoDB reserves
 * words such as `status`. The SDK has no builder, and those of other packages need a schema of every item.
 */

/** The condition of a write, as the members of a request. */
export interface Condition {
  ConditionExpression: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
}

/** A condition with its values in their places: `#version = ${3} AND attribute_exists(#sku)`. */
export function when(text: TemplateStringsArray, ...values: unknown[]): Condition {
  const ConditionExpression = text.reduce((before, part, n) => `${before}:${n - 1}${part}`)
  const names = ConditionExpression.match(/(?<=#)\w+/g)
  return {
    ConditionExpression,
    ...(names && { ExpressionAttributeNames: namesOf(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: valuesOf(values) }),
  }
}

/**
 * The condition that an item in a partition of no business is of this one. Where the table deleted one whose time had come,
 * there is nothing to hurt.
 */
export const isOwnOrNobodys = (businessId: string): Condition =>
  when`attribute_not_exists(pk) OR #business_id = ${businessId}`

/** A change of attributes. To set one without a value is an error of the SDK. */
export interface AttributeChange {
  set?: Record<string, unknown>
  remove?: readonly string[]
  /** To numbers, which may be missing, and to sets. */
  add?: Record<string, unknown>
  /** The elements to take out of sets. */
  drop?: Record<string, ReadonlySet<unknown>>
  if?: Condition
}

/** The members of a request that changes attributes of an item. */
export function updateOf({ set = {}, remove = [], add = {}, drop = {}, if: condition }: AttributeChange) {
  const members = { ...set, ...add, ...drop }
  const clauses = [
    ['SET', Object.keys(set).map((name) => `#${name} = :${name}`)],
    ['REMOVE', remove.map((name) => `#${name}`)],
    ['ADD', Object.keys(add).map((name) => `#${name} :${name}`)],
    ['DELETE', Object.keys(drop).map((name) => `#${name} :${name}`)],
  ] as const
  const used = clauses.filter(([, parts]) => parts.length > 0)
  // The placeholders of a condition are numbers, which no attribute has for its name.
  const values = { ...condition?.ExpressionAttributeValues, ...valuesOf(members) }
  return {
    UpdateExpression: used.map(([word, parts]) => `${word} ${parts.join(', ')}`).join(' '),
    ...condition,
    ExpressionAttributeNames: {
      ...condition?.ExpressionAttributeNames,
      ...namesOf([...Object.keys(members), ...remove]),
    },
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  }
}

/** Sets the members that have a value, and removes the others of the list. */
export const replacing = <K extends string>(
  names: readonly K[],
  members: Partial<Record<K, unknown>>,
): Required<Pick<AttributeChange, 'set' | 'remove'>> => ({
  set: Object.fromEntries(
    names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])),
  ),
  remove: names.filter((name) => members[name] === undefined),
})

const namesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`#${name}`, name]))
const valuesOf = (members: object) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`:${name}`, value]))
