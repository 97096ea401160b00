/** The parameters that are sent once for each value, because a value can have a comma: `explode` in `openapi.json`. */
export const REPEATED: readonly string[] = ['map', 'option', 'set', 'tag']

/**
 * A query as the API reads it: a list is one parameter, with commas, unless each of its values is a parameter. An empty list is
 * left out as a filter that is not set; but an empty `ids` is sent, and the API refuses it: it does not mean all products.
 */
export function querySerializer(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .filter(
      ([name, value]) => value !== undefined && value !== null && !(isEmptyList(value) && name !== 'ids'),
    )
    .flatMap(([name, value]) =>
      pairsOf(
        name,
        [value].flat().map((one) => encodeURIComponent(String(one))),
      ),
    )
    .join('&')
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const pairsOf = (name: string, values: readonly string[]) =>
  REPEATED.includes(name) ? values.map((value) => `${name}=${value}`) : [`${name}=${values.join(',')}`]
