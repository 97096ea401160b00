import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A fenced block of a page. */
export interface Block {
  /** The first word behind the fence: what the block is written in, and with that what becomes of it. */
  language: string
  /** The text after the first word; `event` marks an event instead of a response; for `csv` it is the file's name. */
  info: string
  text: string
  /** The line of its first fence, from 1. */
  line: number
}

const FENCED = /^```([^\n]*)\n(.*?)^```$/gms

/** The text of a page, named by its path from the root. */
export const readPage = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** The fenced blocks of a page in their order. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(FENCED)].map(({ 1: fence = '', 2: block = '', index }) => {
    const [language = '', ...info] = fence.trim().split(' ')
    return { language, info: info.join(' '), text: block, line: text.slice(0, index).split('\n').length }
  })
}
