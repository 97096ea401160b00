import type { Command } from 'commander'
import { COMMAND } from '../words.ts'
import type { ApiOperation, Field } from './operation.ts'

/** The text of a help about an operation: a few words, and the first sentence of its description. */
export const sentencesOf = ({ summary, text }: ApiOperation): string =>
  `${summary.charAt(0).toUpperCase()}${summary.slice(1)}. ${text}`

/** The fields of `-d` with their types, in the width of the terminal. */
export function fieldHelp(command: Command, fields: readonly Field[]): string {
  const helper = command.createHelp()
  helper.prepareContext({ helpWidth: process.stdout.columns || 80 })
  const width = Math.max(...fields.map(({ name }) => name.length))
  const lines = fields.map(({ name, type, isNullable, isRequired, values, text }) => {
    const what = `${type}${isNullable ? ' or null' : ''}${isRequired ? ', required' : ''}`
    const choices = values ? ` (choices: ${values.join(', ')})` : ''
    return helper.formatItem(name, width, `(${what}) ${text}${choices}`, helper)
  })
  return ['', 'Fields of -d:', ...lines].join('\n')
}

/** A command line with each required option, and with a field. */
export function exampleOf(
  words: string,
  { method, query, body = [] }: ApiOperation,
  variables: readonly string[],
): string {
  const options = query.flatMap((field) => (field.isRequired ? [`--${field.name} ${sampleOf(field)}`] : []))
  // A new product needs a price unless its variants have one, which its schema does not say.
  const isPrice = ({ name }: Field) => name === 'price' && (method === 'POST' || method === 'PUT')
  const required = body.filter((field) => field.isRequired || isPrice(field))
  const fields = required.length > 0 ? required : body.slice(0, 1)
  const data = fields.map((field) => `-d ${field.name}=${sampleOf(field)}`)
  return [COMMAND, words, ...variables.map((name) => `<${name}>`), ...options, ...data].join(' ')
}

const sampleOf = ({ type, values: [first] = [] }: Field): string =>
  first ?? { integer: '1', boolean: 'true', array: "'[…]'", object: "'{…}'" }[type] ?? '…'
