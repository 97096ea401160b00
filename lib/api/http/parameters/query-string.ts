/** One `name=value` of a query, decoded; null where the encoding was broken. */
export interface QueryPair {
  name: string | null
  value: string | null
}

/**
 * The pairs of a raw query in the order they were sent. The one parser of queries: what identifies a business
 * and what chooses its products is read alike. `+` is a space, as forms and `URLSearchParams` write it.
 */
export function splitQuery(rawQueryString: string | undefined): QueryPair[] {
  return (rawQueryString ?? '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=')
      return end === -1
        ? { name: decode(pair), value: '' }
        : { name: decode(pair.slice(0, end)), value: decode(pair.slice(end + 1)) }
    })
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
