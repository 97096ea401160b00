import type * as keys from '../../data/table/keys.ts'

interface Condition {
  ConditionExpression: string
  ExpressionAttributeNames: Record<string, string>
  ExpressionAttributeValues: Record<string, unknown>
}

/** An update that leaves these attributes as given, the others of the list away, and everything else alone. */
export function replacing(
  Key: keys.Key,
  names: readonly string[],
  values: Record<string, unknown>,
  condition: Partial<Condition>,
) {
  const set = names.filter((name) => values[name] !== undefined)
  const remove = names.filter((name) => values[name] === undefined)
  return {
    Key,
    UpdateExpression: [
      set.length > 0 ? `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}` : '',
      remove.length > 0 ? `REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : '',
    ].join(' '),
    ...condition,
    ExpressionAttributeNames: {
      ...condition.ExpressionAttributeNames,
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ...Object.fromEntries(set.map((name) => [`:${name}`, values[name]])),
    },
  }
}
