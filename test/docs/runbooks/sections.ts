import { type Block, blocksOf, readPage } from '../blocks.ts'
import { commandsIn } from '../shell.ts'

/** A section of a page with its blocks: the text up to the next heading of any level. */
export interface Section {
  heading: string
  text: string
  /** Those that are played. */
  runbook: string[]
}

/** The pages with steps for operators; in the first each section with commands has a row. */
export const OTHER_PAGES = ['docs/operator.md', 'docs/findings.md', 'docs/break-in.md']
/** The pages whose sections have rows. `test/docs/restore.test.ts` plays that of restores, on a stack which stops. */
export const PAGES_OF_ROWS = ['docs/operations.md', ...OTHER_PAGES]
const PAGES = [...PAGES_OF_ROWS, 'docs/restore.md']

const isRunbook = ({ language, info }: Block) => language === 'sh' && info === 'runbook'

/** The sections of the pages, in their order. Throws if two have one heading: a row would not say which it is of. */
export function sectionsOf(pages: readonly string[] = PAGES): Map<string, Section> {
  const sections = new Map<string, Section>()
  for (const text of pages.flatMap((page) => readPage(page).split(/^(?=#{2,3} )/m))) {
    const heading = /^#{2,3} (.+)$/m.exec(text)?.[1] ?? ''
    const runbook = blocksOf(text)
      .filter(isRunbook)
      .map((block) => block.text)
    if (runbook.length > 0 && sections.get(heading)?.runbook.length)
      throw new Error(`two sections with steps are called ${heading}`)
    if (!sections.has(heading) || runbook.length > 0) sections.set(heading, { heading, text, runbook })
  }
  return sections
}

/** A value of the reader's: an output of the stack, such as `<TableName>`, or what the steps name. */
const PLACEHOLDER = /<([A-Za-z]\w*)>/g

/** A block with the values of its placeholders. Throws if one has none. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`<${name}> is no output of the stack, and the row has no value for it`)
    return value
  })

/** The words behind each `aws` of a block: also of one whose output is a variable's value. */
export const awsLinesOf = (block: string): string[][] =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => /\baws (.*?)\)?$/.exec(line)?.[1] ?? [])
    .map((line) =>
      [...commandsIn(line.replaceAll(PLACEHOLDER, 'x').replaceAll(/\$\w+/g, 'x'), new Map())].flat(),
    )
