import { existsSync, globSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readPage } from './blocks.ts'

const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT }).sort()]

/** A page without what is shown in it as code. */
const proseOf = (page: string) => readPage(page).replace(/^```.*?^```$/gms, '')

/** The targets of a page's links, as they stand there. */
const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** The targets of fragments: headings, named as GitHub names them, and the anchors that stand in the text. */
function anchorsOf(page: string): Set<string> {
  const text = proseOf(page)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...text.matchAll(/<a id="(\w+)">/g)].map(([, id = '']) => id)])
}

/** Why a link leads nowhere, or nothing. What is elsewhere is not looked up: a test must not hang on the network. */
function deadEnd(page: string, link: string): string[] {
  if (/^https?:/.test(link)) return []
  const [path = '', fragment] = link.split('#')
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
  if (!existsSync(join(ROOT, target))) return [`${link}: there is no ${target}`]
  if (fragment === undefined) return []
  const isThere = !statSync(join(ROOT, target)).isDirectory() && anchorsOf(target).has(fragment)
  return isThere ? [] : [`${link}: ${target} has no such place`]
}

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  expect(linksOf(page).flatMap((link) => deadEnd(page, link))).toEqual([])
})

const USER_PAGES = globSync('*.md', { cwd: join(ROOT, 'docs') })
  .filter((page) => page !== 'README.md')
  .sort()

test('the index has every page once', () => {
  const listed = linksOf('docs/README.md').filter((link) => /^[\w-]+\.md$/.test(link))
  expect(listed.sort()).toEqual(USER_PAGES)
})

test.each(['README.md', ...USER_PAGES])('docs/%s says in its first line whom it is for', (page) => {
  expect(readPage(`docs/${page}`)).toMatch(/^# .+\n\nFor .+/)
})

/** These are of deployments, the operator's commands, or what is inside. */
const OTHERS =
  /^(architecture|construct|cost|from-shopify|from-woocommerce|break-in|findings|mutants|operations|operator|pipeline|problems|restore|settings|what-it-is-not)\.md$/
const API_PAGES = USER_PAGES.filter((page) => !OTHERS.test(page))

test.each(API_PAGES)('docs/%s and the page of problems lead to each other', (page) => {
  expect(linksOf(`docs/${page}`).map((link) => link.split('#')[0])).toContain('problems.md')
  expect(linksOf('docs/problems.md').map((link) => link.split('#')[0])).toContain(page)
})

/** The example of a new resource, and the description of the last release, before the first one. */
const NOT_THERE = /collection|released\.json$/

test.each(['CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md'])(
  'every path in %s leads to a file',
  (page) => {
    const named = [...readPage(page).matchAll(/`((?:bench|bin|clients|functions|lib|test)\/[^\s`]+)`/g)]
    const paths = named.map(([, path = '']) => path).filter((path) => !NOT_THERE.test(path))
    expect(paths.length).toBeGreaterThan(4)
    expect(paths.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([])
  },
)
