import { globSync } from 'node:fs'
import { ROOT, readPage } from './blocks.ts'

/** The first line of a comment: of a block, or of several `//` lines one below the other. */
export interface Opening {
  file: string
  /** From 1. */
  line: number
  text: string
}

/** Programs, tests included, without those that are generated. */
export const SOURCES = globSync(
  [
    '{bench,bin,functions,lib,test}/**/*.{ts,js,mjs}',
    'clients/typescript/src/**/*.ts',
    'clients/shop/*.html',
  ],
  { cwd: ROOT, exclude: ['clients/typescript/src/api.ts'] },
).sort()

/** The openings of the comments of one program, from its first line to its last. */
export function openingsIn(file: string, program = readPage(file)): Opening[] {
  const lines = program.split('\n')
  return lines.flatMap((line, n) => {
    const [, block, words] = /(?:^|\s)(\/\*\*?|\/\/)(?:\s+(.*))?$/.exec(line) ?? []
    if (block === undefined) return []
    const goesOn = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[n - 1] ?? '')
    if (goesOn) return []
    const isBelow = block !== '//' && !words
    const text = (isBelow ? lines[n + 1]?.replace(/^\s*\*\s*/, '') : words) ?? ''
    return [{ file, line: n + (isBelow ? 2 : 1), text: text.replace(/\s*\*\/\s*$/, '') }]
  })
}

/** True if the comment describes a thing by a clause instead of its name: `Who may read it`, and no question. */
export const isBareClause = ({ text }: Opening): boolean =>
  /^(?:What|Where|Who|Whose|Whether)\b(?![^.!?]*\?)/.test(text)
