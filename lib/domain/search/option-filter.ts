/** A value of an option, as a filter has it. */
export interface OptionFilter {
  name: string
  value: string
}

/** `name:value`. A colon or backslash of the name has a backslash before it. */
export const optionFilterText = ({ name, value }: OptionFilter): string =>
  `${name.replace(/[\\:]/g, '\\$&')}:${value}`

/** Reads a text of `optionFilterText`; undefined if there is no colon between a name and a value. */
export function readOptionFilter(text: string): OptionFilter | undefined {
  const [, name, value] = /^((?:\\.|[^\\:])+):(.+)$/s.exec(text) ?? []
  return name && value ? { name: name.replace(/\\(.)/gs, '$1'), value } : undefined
}
