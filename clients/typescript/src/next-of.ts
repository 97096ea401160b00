/** The query of the next page in a `Link`: RFC 8288, a target that is relative to the list. Undefined on the last page. */
export function nextOf(link: string | null): string | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? '') ?? []
  return target === undefined ? undefined : target.slice(target.indexOf('?'))
}
