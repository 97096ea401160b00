import { globSync } from 'node:fs'
import ts from 'typescript'
import { ROOT, readPage } from './blocks.ts'

/** A piece of prose that users of the product read. */
export interface UserText {
  file: string
  /** The line on which it begins, from 1. */
  line: number
  text: string
  /** False for headings, which are no sentences. */
  isSentence: boolean
}

const files = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).sort()

/** Decisions record what was thought at the time, in the words of that time. */
export const PAGES = files('*.md', 'docs/*.md', 'clients/typescript/README.md')

/** Programs whose texts people read: help, messages, progress, details of problems, lines of the log. */
export const PROGRAMS = files(
  'lib/{api/http,domain,data,import,operator,docs/site,local/dev,local/dynamodb}/**/*.ts',
  'functions/**/*.ts',
  'clients/typescript/src/command/**/*.ts',
  'bench/command-line.ts',
  'bin/*.ts',
)

/** Everything that the test of plain English reads. */
export const userTexts = (): UserText[] => [
  ...PAGES.flatMap((file) => pageTexts(file, readPage(file))),
  ...PROGRAMS.flatMap((file) => programTexts(file, readPage(file))),
  ...descriptionTexts('openapi.json', readPage('openapi.json')),
  ...shopTexts('clients/shop/index.html', readPage('clients/shop/index.html')),
]

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The same number of lines with nothing in them. */
const blank = (text: string) => text.replace(/[^\n]+/g, '')

/** Paragraphs, list items and cells of a Markdown page, without code, link targets and the glossary's wrong words. */
export function pageTexts(file: string, page: string): UserText[] {
  const prose = page
    .replace(/^```.*?^```$/gms, blank)
    .replace(/`[^`\n]*`/g, '`code`')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>\n]*>/g, '')
  const isGlossary = file === 'docs/glossary.md'
  return [...prose.matchAll(/[^\n]+(?:\n(?![\n|#>-]|\d+\. )[^\n]+)*/g)].flatMap(({ 0: block, index }) => {
    const line = lineAt(prose, index)
    const isHead =
      block.startsWith('#') ||
      /^\|[ :|-]+\|$/m.test(prose.slice(index + block.length + 1).split('\n')[0] ?? '')
    if (!block.startsWith('|'))
      return [{ file, line, text: block.replace(/^(?:- |\d+\. )/, ''), isSentence: !isHead }]
    const cells = block.split('|').slice(1, -1)
    const read = isGlossary ? cells.slice(0, -1) : cells
    return read.map((text) => ({ file, line, text: text.trim(), isSentence: !isHead }))
  })
}

/** The strings of a program that have more than one word. */
export function programTexts(file: string, program: string): UserText[] {
  const source = ts.createSourceFile(file, program, ts.ScriptTarget.Latest, true)
  const texts: UserText[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const line = lineAt(program, node.getStart(source))
      if (/\S\s+\S/.test(node.text)) texts.push({ file, line, text: node.text, isSentence: true })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

/** Summaries and descriptions of the API's description, and the details of the problems it shows. */
export const descriptionTexts = (file: string, description: string): UserText[] =>
  description.split('\n').flatMap((line, n) => {
    const [, json] = /^\s*"(?:summary|description|detail|title)": (".*"),?$/.exec(line) ?? []
    if (json === undefined) return []
    const text = String(JSON.parse(json))
      .replace(/`[^`]*`/g, '`code`')
      .replaceAll('\n', ' ')
    return [{ file, line: n + 1, text, isSentence: true }]
  })

/** The demo shop's text, and the strings of its script that have more than one word; not the comments. */
export const shopTexts = (file: string, page: string): UserText[] => {
  const shown = page.replace(/<style>.*?<\/style>/s, blank).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return [...shown.matchAll(/>([^<>{}\n]*[a-z] [^<>{}\n]*)<|'([^'\n]* [^'\n]*)'|`([^`\n]* [^`\n]*)`/g)].map(
    ({ 0: all, 1: text = '', 2: quoted = '', 3: template = '', index }) => ({
      file,
      line: lineAt(shown, index),
      text: text || quoted || template || all,
      isSentence: true,
    }),
  )
}
