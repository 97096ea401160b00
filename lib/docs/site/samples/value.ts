/** How a language writes what JSON can say. */
export interface Syntax {
  /** A member's name with what follows it. */
  name(name: string): string
  text(text: string): string
  /** The words of the language for true, false and null. */
  constants: Record<string, string>
  /** True if a list that takes several lines ends in a comma. */
  hasLastComma: boolean
  /** The text after the opening and before the closing brace of an object on one line. */
  padding: string
  indent: string
}

const JSON_CONSTANTS = { true: 'true', false: 'false', null: 'null' }

const single = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

export const JSON_SYNTAX: Syntax = {
  name: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  constants: JSON_CONSTANTS,
  hasLastComma: false,
  padding: '',
  indent: '  ',
}

export const TYPESCRIPT_SYNTAX: Syntax = {
  name: (name) => `${/^[a-z_]\w*$/i.test(name) ? name : single(name)}: `,
  text: single,
  constants: JSON_CONSTANTS,
  hasLastComma: true,
  padding: ' ',
  indent: '  ',
}

export const PYTHON_SYNTAX: Syntax = {
  name: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  constants: { true: 'True', false: 'False', null: 'None' },
  hasLastComma: true,
  padding: '',
  indent: '    ',
}

/** A longer value takes several lines: a sample is next to the text. */
const WIDTH = 56

/** Writes a value in a language; its second and later lines begin with `indent`. */
export function writeValue(value: unknown, syntax: Syntax, indent = ''): string {
  if (typeof value === 'string') return syntax.text(value)
  if (value === null || typeof value !== 'object') return syntax.constants[String(value)] ?? String(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const members = Object.entries(value)
  const written = (inner: string) =>
    members.map(([name, member]) => `${isList ? '' : syntax.name(name)}${writeValue(member, syntax, inner)}`)
  if (members.length === 0) return open + close
  const padding = isList ? '' : syntax.padding
  const line = `${open}${padding}${written('').join(', ')}${padding}${close}`
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return line
  const inner = `${indent}${syntax.indent}`
  const lines = written(inner).map((member) => `${inner}${member}`)
  return `${open}\n${lines.join(',\n')}${syntax.hasLastComma ? ',' : ''}\n${indent}${close}`
}
