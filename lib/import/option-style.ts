/** How an option of an import is written in messages, for who said it: by its name on the command line, and its value. */
export type OptionStyle = (name: string, value?: string) => string

/** `--on-missing archive` */
export const onCommandLine: OptionStyle = (name, value) =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** `on_missing=archive`. What `--yes` confirms has a name of its own. */
export const inQuery: OptionStyle = (name, value) => {
  if (name === 'yes') return 'confirm_missing=true'
  const parameter = name.replaceAll('-', '_')
  return value === undefined ? parameter : `${parameter}=${value}`
}
