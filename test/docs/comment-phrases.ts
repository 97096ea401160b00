import { readPage } from './blocks.ts'
import { SOURCES } from './comment-openings.ts'
import type { UserText } from './user-texts.ts'
import { WRONG_PHRASES, type WrongPhrase } from './wrong-phrases.ts'

/** The folders whose comments are read, and that of the tests, whose titles are. */
export const AREAS = ['lib', 'functions', 'bench', 'clients', 'test'] as const

/** Phrases that comments had besides those of pages. They can only be found where the English is otherwise plain. */
const COMMENT_PHRASES: readonly WrongPhrase[] = [
  { wrong: /\bso\s+(many|much)\b(?!\s+that)/gi, right: 'this many, the most, the number of' },
  { wrong: /(?<!\bthere\s)\b(is|are|was|were)\s+none\b/gi, right: 'is not a' },
  { wrong: /\b(is|are|was|were)\s+no\s+more\b/gi, right: 'is deleted, has ended' },
]

const PHRASES = [...WRONG_PHRASES, ...COMMENT_PHRASES]

const areaOf = (file: string) => file.split('/')[0]

/** Each wrong phrase of an area: `lib/log.ts:12: "stands": write is`. */
export const phrasesOf = (area: (typeof AREAS)[number]): string[] =>
  SOURCES.filter((file) => areaOf(file) === area).flatMap((file) => phrasesIn(file, readPage(file)))

/** The wrong phrases of one program: of its comments, or of its titles if it is a test. */
export const phrasesIn = (file: string, program: string): string[] =>
  (areaOf(file) === 'test' ? titlesIn : commentsIn)(file, program).flatMap(wrongIn)

function wrongIn({ file, line, text }: Pick<UserText, 'file' | 'line' | 'text'>): string[] {
  return PHRASES.flatMap(({ wrong, right }) =>
    [...text.matchAll(wrong)].map(({ 0: found, index }) => {
      const at = line + text.slice(0, index).split('\n').length - 1
      return `${file}:${at}: "${found.replace(/\s+/g, ' ')}": write ${right}`
    }),
  )
}

const lineAt = (program: string, index: number) => program.slice(0, index).split('\n').length

/** The comments of a program, without addresses and names in backticks. Lines of `//` one below the other are one comment. */
export const commentsIn = (file: string, program: string) =>
  [...program.matchAll(/(?<=^|\s)(?:\/\*\*?(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g)].map(
    ({ 0: comment, index }) => ({
      file,
      line: lineAt(program, index),
      text: comment.replace(/`[^`\n]*`|https?:\S+/g, '`code`').replace(/^[ \t]*(?:\/\/|\*)[ \t]?/gm, ''),
    }),
  )

/** The titles of the tests in a file, and of their groups. */
export const titlesIn = (file: string, program: string) =>
  [
    ...program.matchAll(
      /\b(?:describe|it|test)(?:\.\w+(?:\([^()]*\))?)*\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)/g,
    ),
  ].map(({ 1: quoted = '', 2: title = quoted, index }) => ({
    file,
    line: lineAt(program, index),
    text: title,
  }))
