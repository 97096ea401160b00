import { expect, inject, test } from 'vitest'
import { blocksOf, readPage } from '../../docs/blocks.ts'
import { makePicturedShop } from '../../docs/page-shop.ts'
import { asKey, npxStorehatch } from './installed.ts'

const { token } = await makePicturedShop()
const env = await asKey(token)

/** The commands of a page that are run, each with the lines that it prints. */
const shown = blocksOf(readPage('docs/command.md'))
  .filter(({ info }) => info === 'storehatch')
  .map(({ text }) => {
    const [command = '', ...lines] = text.trimEnd().split('\n')
    return { argv: command.replace('$ npx storehatch ', '').split(' '), lines }
  })

/** A line of the page: `…` is anything, an id is any id, and columns are as wide as they have to be. */
function asPattern(line: string): RegExp {
  const escaped = line
    .replace('http://localhost:3000/api/v1', inject('baseUrl'))
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = escaped
    .replaceAll('…', '.*')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '[0-9a-f-]{36}')
    .replace(/ {2,}/g, ' {2,}')
  return new RegExp(`^${pattern}$`)
}

test.each(shown)('docs/command.md: $argv prints what the page shows', async ({ argv, lines }) => {
  const { code, stdout } = await npxStorehatch(env, argv)
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringMatching(asPattern(line))))
})

test('the commands of the page are found', () => {
  expect(shown.length).toBeGreaterThan(3)
})
