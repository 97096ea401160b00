import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { shopPageOf } from '../../lib/infra/shop-page.ts'

const source = readFileSync('clients/shop/index.html', 'utf8')
const page = shopPageOf(source)

test('it reads the shop from its address, and no parameter chooses another shop or another API', () => {
  expect(page).toContain("const BUSINESS = location.pathname.split('/')[4]\n")
  expect(page).not.toMatch(/at\('(api|shop)'\)|'shop', 'api'|For tests|'demo'/)
})

test('it differs in these lines alone', () => {
  const lines = new Set(page.split('\n'))
  const gone = source.split('\n').filter((line) => !lines.has(line))
  expect(gone.map((line) => line.trim().slice(0, 16))).toEqual([
    'const BUSINESS =',
    "const FOLDER = '",
    '// For tests, th',
    '// Remove both a',
    'const base = new',
    'const shop = at(',
    'const PARAMETERS',
    'return FOLDER + ',
  ])
})

test('a text that is not there, or twice, stops the build', () => {
  const renamed = source.replace('const BUSINESS =', 'const SHOP =')
  const doubled = `${source}// const FOLDER = '/'`
  for (const [html, text] of [
    [renamed, "const BUSINESS = 'demo'"],
    [doubled, "const FOLDER = '/'"],
  ] as const)
    expect(() => shopPageOf(html)).toThrow(`the shop's page must have this exactly once: ${text}`)
})

test('a deployment has it next to the function that serves it', () => {
  const file = join(inject('assemblyDir'), 'functions/docs/get/shop/index')
  expect(readFileSync(file, 'utf8')).toBe(page)
})
