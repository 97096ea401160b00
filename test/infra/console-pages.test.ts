import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { consolePages } from '../../lib/infra/console-pages.ts'

const pages = consolePages(join(import.meta.dirname, '../..'))

test('the console is 40 KB at most, as it is sent', () => {
  const bytes = Object.values(pages).map((content) => gzipSync(content, { level: 9 }).length)
  expect(bytes.reduce((sum, count) => sum + count, 0)).toBeLessThan(40 * 1024)
})

test('its page loads its own two files, and has nothing in it that runs', () => {
  const { console: page = '', ...assets } = pages
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name)
  expect(loaded.filter((name) => name !== 'data:,').sort()).toEqual(Object.keys(assets).sort())
  expect(page).not.toMatch(/<script[^>]*>[^<]|<style| on\w+=| style=/)
})

test('no text becomes HTML in it', () => {
  for (const content of Object.values(pages))
    expect(content).not.toMatch(/\.(insertAdjacentHTML|write)\(|\beval\(/)
})
