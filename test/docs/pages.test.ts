import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf, ROOT, readPage } from './blocks.ts'
import { makePageShop, makePicturedShop, type PageShop } from './page-shop.ts'
import { play } from './play.ts'

/** These change nothing, and look at the whole catalogue. */
const READING = ['README.md', 'docs/feeds.md', 'docs/public-reads.md', 'docs/search.md', 'docs/versioning.md']
let wholeShop: Promise<PageShop> | undefined

/** These look at one category only, and change what they like. */
const TEA = [
  'docs/getting-started.md',
  'docs/admin-writes.md',
  'docs/categories.md',
  'docs/events.md',
  'docs/problems.md',
  'docs/variants.md',
  'docs/inventory.md',
]

function shopFor(page: string): Promise<PageShop> {
  if (!READING.includes(page)) return makePageShop(TEA.includes(page) ? ['tea'] : [])
  wholeShop ??= makePicturedShop()
  return wholeShop
}

/** The page that shows all members of its responses, also those of products that few have. */
const WHOLE = 'docs/getting-started.md'

/** Commands that are not run: to start, stop and deploy, and those of the operator, which have a page of their own. */
const LEFT_OUT: Record<string, RegExp> = { 'README.md': /^npm / }

const PAGES = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()].filter((page) =>
  blocksOf(readPage(page)).some(({ language, info }) => language === 'sh' && info !== 'runbook'),
)

test.each(PAGES)('every command of %s does what the page says', async (page) => {
  const leftOut = LEFT_OUT[page] ?? /^$/
  const { commands, faults } = await play(readPage(page), await shopFor(page), {
    leftOut,
    isWhole: page === WHOLE,
  })
  expect(faults).toEqual([])
  expect(commands).toBe(countCommands(page, leftOut))
})

/** Counted by their lines: a block that is read wrongly must not pass for one without commands. */
function countCommands(page: string, leftOut: RegExp): number {
  const blocks = blocksOf(readPage(page)).filter(
    ({ language, info }) => language === 'sh' && !['loop', 'runbook'].includes(info),
  )
  const texts = blocks.map(({ text }) => text).filter((text) => !leftOut.test(text))
  return texts.flatMap((text) => text.match(/^(curl|npm) /gm) ?? []).length
}
