import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf, ROOT, readPage } from './blocks.ts'
import { faultsOfProgram } from './faultless-program.ts'
import { makePageShop, makePicturedShop, type PageShop } from './page-shop.ts'
import { play } from './play.ts'

/** These change nothing, and look at the whole catalogue. */
const READING = ['docs/feeds.md', 'docs/public-reads.md', 'docs/search.md', 'docs/versioning.md']
let wholeShop: Promise<PageShop> | undefined
const findWholeShop = () => (wholeShop ??= makePicturedShop())

/** These look at one category only, and change what they like. */
const TEA = [
  'docs/getting-started.md',
  'docs/admin-writes.md',
  'docs/agents.md',
  'docs/categories.md',
  'docs/events.md',
  'docs/problems.md',
  'docs/sale-prices.md',
  'docs/variants.md',
  'docs/inventory.md',
]

function shopFor(page: string): Promise<PageShop> {
  if (page === 'README.md') return makePageShop()
  return READING.includes(page) ? findWholeShop() : makePageShop(TEA.includes(page) ? ['tea'] : [])
}

/** The page that shows all members of its responses, also those of products that few have. */
const WHOLE = 'docs/getting-started.md'

/**
 * Commands that are not run: to start, stop and deploy, and those of the operator, which have a page of their own. The
 * program of the client is run by test/client/package.test.ts.
 */
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

/** How many programs of these pages need more than the demo shop; a test of their own runs each of them with it. */
const ELSEWHERE: Record<string, number> = {
  // test/client/package.test.ts
  'clients/typescript/README.md': 1,
  // test/infra/package.test.ts
  'docs/construct.md': 1,
  // test/docs/{feed-loop,mirror,stock-mirror}.test.ts and test/delivery/live.test.ts
  'docs/events.md': 4,
  // test/docs/hosting.test.ts
  'docs/hosting.md': 1,
  // test/docs/{stock-recipes,checkout}.test.ts
  'docs/inventory.md': 3,
  // test/docs/nightly-sync.test.ts
  'docs/nightly-sync.md': 1,
  // test/docs/sale-prices.test.ts
  'docs/sale-prices.md': 5,
}

/** The programs of the pages with their places; those of the recipes build on each other. */
const PROGRAMS = ['README.md', ...globSync(['clients/typescript/*.md', 'docs/*.md'], { cwd: ROOT }).sort()]
  .flatMap((page) => blocksOf(readPage(page)).map((block) => ({ page, ...block })))
  .filter(({ language }) => ['js', 'ts'].includes(language))

test('no program is left to tests that are not there', () => {
  const left = Object.groupBy(
    PROGRAMS.filter(({ page }) => page in ELSEWHERE),
    ({ page }) => page,
  )
  const counts = Object.entries(left).map(([page, programs]) => [page, programs?.length])
  expect(Object.fromEntries(counts)).toEqual(ELSEWHERE)
})

/** Ends a program that has no end of its own. */
class Stop extends Error {}

/** The values that a reader of programs has, and the calls of functions that some of them define. */
const OWN = {
  request: new Request('https://shop.example/'),
  storePosition() {
    throw new Stop()
  },
}
const CALLS: [defined: string, call: string][] = [
  ['async function find(', "await find('coffee grinder')"],
  ['async function GET(', 'await GET()'],
]

test.each(PROGRAMS.filter(({ page }) => !(page in ELSEWHERE)))(
  'the program of $page:$line runs as it stands in the demo shop',
  async ({ text }) => {
    const { business, token } = await findWholeShop()
    const calls = CALLS.flatMap(([defined, call]) => (text.includes(defined) ? [call] : []))
    const running = faultsOfProgram([text, ...calls].join('\n'), { slug: business.slug, KEY: token }, OWN)
    expect(await running.catch((error) => (error instanceof Stop ? [] : [String(error)]))).toEqual([])
  },
)
