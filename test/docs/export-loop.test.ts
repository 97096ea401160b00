import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { exportFile, rowsIn } from '../admin/export-pages.ts'
import { makeRichShop } from '../operator/export/rich-shop.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { blocksOf, readPage } from './blocks.ts'

const LOOP = blocksOf(readPage('docs/admin-writes.md')).find(({ info }) => info === 'loop')?.text ?? ''

/** Runs the loop of the page in a folder of its own as its reader does, and returns the file that it makes. */
async function runLoop(token: string, loop = LOOP) {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { PATH } = process.env
  const env = { PATH, BASE: inject('baseUrl'), KEY: token }
  const { stderr } = await promisify(execFile)('sh', ['-c', loop], { cwd: folder, env })
  return { stderr, file: await readFile(join(folder, 'products.csv'), 'utf8') }
}

test('the five lines of the page make one file of all pages', async () => {
  expect(LOOP.trim().split('\n')).toHaveLength(5)
  const { token, products } = await makeRichShop()
  const whole = await runLoop(token)
  expect(whole).toEqual({ stderr: '', file: await exportFile(token, '?format=csv') })
  expect(rowsIn(whole.file)).toHaveLength(products)
  const parts = await runLoop(token, LOOP.replace('format=csv', 'format=csv&limit=2'))
  expect(parts).toEqual(whole)
})

test('it ends with an error of curl if a page is refused', async () => {
  const token = await makeToken(await makeBusiness(), { scopes: ['products:read'] })
  const { stderr, file } = await runLoop(token)
  expect([stderr, file]).toEqual([expect.stringContaining('403'), ''])
})
