import { resourcesOf, type Template } from './template.ts'

/** The filter and the fields of a saved query, by its text. */
export function savedQuery(template: Template, title: string): { filter: string; fields: string[] } {
  const saved = resourcesOf(template, 'AWS::Logs::QueryDefinition').find(({ Properties }) =>
    String(Properties.Name).endsWith(`/${title}`),
  )
  const parts = String(saved?.Properties.QueryString).split(/\n?\| /)
  const partOf = (name: string) =>
    parts.find((part) => part.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
  return { filter: partOf('filter'), fields: partOf('fields').split(', ') }
}

/** The members of a line by the paths with which a query names them. */
export function members(line: object, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [name, value] of Object.entries(line)) {
    if (typeof value === 'object' && value !== null)
      for (const [below, inner] of members(value, `${path}${name}.`)) found.set(below, inner)
    else found.set(path + name, value)
  }
  return found
}

/** True if the filter finds a line: it consists of comparisons of these four forms, of which one is enough. */
export function finds(filter: string, line: object): boolean {
  const all = members(line)
  return filter.split(' or ').some((comparison) => {
    const [, member = '', operator, value = ''] = /^(\S+) (in|like|>=|=) (.+)$/.exec(comparison) ?? []
    const found = all.get(member)
    if (operator === 'in') return JSON.parse(value).includes(found)
    if (operator === 'like') return new RegExp(value.slice(1, -1)).test(String(found))
    if (operator === '>=') return Number(found) >= Number(value)
    if (operator === '=') return found === JSON.parse(value)
    throw new Error(`not a comparison: ${comparison}`)
  })
}
