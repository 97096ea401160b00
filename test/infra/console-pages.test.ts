import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isConsole } from '../../lib/api/http/documentation/console-headers.ts'
import { consolePages } from '../../lib/infra/console-pages.ts'

const pages = consolePages(join(import.meta.dirname, '../..'))
const { console: page = '', ...assets } = pages

/** The files that the page names, which are loaded before anything is seen. */
const first = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'data:,')

const bytesOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(pages[name] ?? '', { level: 9 }).length, 0)

/** The files that a file imports: before it runs, or when a screen is opened. */
const importsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
const staticImports = (text: string) => importsIn(text, /(?:from|import)"\.\/([^"]+)"/g)
const lateImports = (text: string) => importsIn(text, /import\("\.\/([^"]+)"\)/g)

test('40 KB at most are loaded before anything is seen, and 56 KB are the whole console, as they are sent', () => {
  expect(bytesOf(['console', ...first])).toBeLessThan(40 * 1024)
  expect(bytesOf(Object.keys(pages))).toBeLessThan(56 * 1024)
})

test('its page names its first files, and has nothing in it that runs', () => {
  expect(Object.keys(assets)).toEqual(expect.arrayContaining(first))
  expect(page).not.toMatch(/<script[^>]*>[^<]|<style| on\w+=| style=/)
})

test('at first two scripts and a style are loaded, however many screens are loaded later', () => {
  expect(first.map((name) => name.replace(/.*\./, '')).sort()).toEqual(['css', 'js', 'js'])
})

test('no script of the first load waits for another one to name it', () => {
  for (const name of first) expect(first).toEqual(expect.arrayContaining(staticImports(pages[name] ?? '')))
})

test('every other file is loaded when a screen is opened, and is there', () => {
  const late = Object.values(assets).flatMap(lateImports)
  const named = [...first, ...late, ...Object.values(assets).flatMap(staticImports)]
  expect([...new Set(named)].sort()).toEqual(Object.keys(assets).sort())
  expect(late.length).toBeGreaterThan(0)
  for (const name of late) expect(first).not.toContain(name)
})

test('a file that is loaded later needs only files of the first load: “Try again” could load no other one again', () => {
  for (const name of Object.values(assets).flatMap(lateImports))
    expect(first, name).toEqual(expect.arrayContaining(staticImports(pages[name] ?? '')))
})

test.each(['Last imports', 'More holds', 'More scheduled changes', 'Put the earlier prices back'])(
  '“%s” is of a screen that is loaded when it is opened',
  (words) => {
    const having = Object.keys(assets).filter((name) => assets[name]?.includes(words))
    expect(having).toHaveLength(1)
    expect(first).not.toContain(having[0])
  },
)

test('all its files are served with its policy', () => {
  expect(Object.keys(pages).filter((name) => !isConsole(name))).toEqual([])
})

test('no text becomes HTML in it', () => {
  for (const content of Object.values(pages))
    expect(content).not.toMatch(/\.(insertAdjacentHTML|write)\(|\beval\(/)
})
