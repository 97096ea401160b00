import jmespath from 'jmespath'

/** A line of the AWS CLI that was read: its options by their names without the dashes. A flag has the value ''. */
export interface AwsLine {
  /** Such as `sqs purge-queue`. */
  call: string
  options: ReadonlyMap<string, string>
}

/** The options that a call knows. */
export interface AwsForm {
  required: readonly string[]
  optional?: readonly string[]
  flags?: readonly string[]
  /** The name of the value that has no option before it, which must be there. */
  value?: string
}

/** Every call has these: https://docs.aws.amazon.com/cli/latest/reference/#options */
const OF_ALL = ['query', 'output']

/**
 * Reads the words behind `aws`. Throws one line for a call, an option or a flag that is not in the table, and for a required
 * option that is missing, as the AWS CLI refuses a line before it calls anything.
 */
export function readAwsLine(words: readonly string[], forms: Readonly<Record<string, AwsForm>>): AwsLine {
  const length = words[1] === 'wait' ? 3 : 2
  const call = words.slice(0, length).join(' ')
  const form = forms[call]
  if (!form) throw new Error(`the table of AWS calls has no "aws ${call}"`)
  const { required, optional = [], flags = [], value } = form
  const options = new Map<string, string>()
  for (let n = length; n < words.length; n++) {
    const name = /^--([a-z-]+)$/.exec(words[n] ?? '')?.[1] ?? ''
    if (value !== undefined && !words[n]?.startsWith('--')) options.set(value, words[n] ?? '')
    else if (flags.includes(name)) options.set(name, '')
    else if ([...required, ...optional, ...OF_ALL].includes(name)) options.set(name, valueAt(words, ++n))
    else throw new Error(`the table of AWS calls has no ${words[n]} of "aws ${call}"`)
  }
  const missing = (value === undefined ? required : [...required, value]).filter((name) => !options.has(name))
  if (missing.length > 0) throw new Error(`"aws ${call}" needs ${missing.map((name) => `--${name}`).join()}`)
  return { call, options }
}

function valueAt(words: readonly string[], n: number): string {
  const value = words[n]
  if (value === undefined || value.startsWith('--')) throw new Error(`${words[n - 1]} has no value`)
  return value
}

/** The output of the CLI: JSON, or as text the cells of each row with tabs between them. `table` is for people: JSON here. */
export function printed(result: object, options: ReadonlyMap<string, string>): string {
  const query = options.get('query')
  const shown: unknown = query === undefined ? result : jmespath.search(result, query)
  if (options.get('output') !== 'text') return `${JSON.stringify(shown, undefined, 4)}\n`
  const rows = Array.isArray(shown) && shown.some(Array.isArray) ? shown : [shown]
  return rows.map((row) => `${[row].flat().map(cell).join('\t')}\n`).join('')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'object') throw new Error('the CLI would print this object over several lines')
  return String(value)
}
