import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plural } from '../../lib/domain/text/plural.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { operate } from './operate.ts'

test('one thing is one, and several are several', async () => {
  const business = await makeBusiness()
  const { id: category_id } = await makeCategory(business)
  const confirm = async () => (await operate('business', 'delete', business.slug)).notes.join()
  const verify = async () => (await operate('verify', '--business', business.slug)).stdout
  expect(await confirm()).toContain(', with its 0 products, categories,')
  expect(await verify()).toMatch(
    /^nothing found in 0 products, 1 category,(?: 0 [a-z ]+,)* 0 API keys,(?: 0 [a-z ]+,)* \d+ index rows, /,
  )
  await makeProduct(business, { category_id })
  await operate('key', 'issue', '--business', business.slug, '--name', 'first')
  expect(await confirm()).toContain(', with its 1 product, categories,')
  expect(await verify()).toMatch(
    /^nothing found in 1 product, 1 category,(?: 0 [a-z ]+,)* 1 API key,(?: 0 [a-z ]+,)* \d+ index rows, /,
  )
  await makeProduct(business, { category_id })
  expect(await confirm()).toContain(', with its 2 products, categories,')
})

test.each([
  [0, 'items'],
  [1, 'item'],
  [2, 'items'],
])('%i %s', (n, word) => {
  expect(plural(n, 'item')).toBe(word)
})

test('categories are not categorys', () => {
  expect([1, 2].map((n) => plural(n, 'category', 'categories'))).toEqual(['category', 'categories'])
})

/** Counted nouns in messages. */
const COUNTED =
  /\$\{[^}]+\}(?:\)\})? (?:items|products|categories|index rows|API keys|events|rows|counts|businesses|read units)\b/

test('no message puts a plural behind a number that may be 1', () => {
  const root = join(import.meta.dirname, '../..')
  const found = globSync(['lib/operator/*.ts', 'lib/data/*.ts'], { cwd: root }).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.filter((line) => COUNTED.test(line)).map((line) => `${file}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})
