import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeMerchant } from '../admin/merchant.ts'
import { runOnce } from '../import/run/bench.ts'
import { blocksOf, readPage } from './blocks.ts'

const BLOCKS = blocksOf(readPage('docs/imports.md'))
const LOOP = BLOCKS.find(({ info }) => info === 'loop')?.text ?? ''
const FILE = BLOCKS.find(({ info }) => info === 'products.csv')?.text ?? ''
const [ENDED, FAULTS] = BLOCKS.filter(({ info }) => info === 'example').map(({ text }) => JSON.parse(text))

test('the loop of the page ends with its import, which is as the page shows it', async () => {
  const own = await makeMerchant()
  const { body } = await own.ask(
    'POST',
    '/admin/imports?source=erp&map=external_id=id&dry_run=true',
    new Uint8Array(Buffer.from(FILE)),
    { 'content-type': 'application/octet-stream' },
  )
  await runOnce(own, body.id)
  const folder = await mkdtemp(join(tmpdir(), 'storefront-import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { PATH } = process.env
  const env = { PATH, BASE: inject('baseUrl'), KEY: own.token, IMPORT: body.id }
  await promisify(execFile)('sh', ['-c', `${LOOP} exit 0`], { cwd: folder, env })
  const ended = JSON.parse(await readFile(join(folder, 'import.json'), 'utf8'))
  const { started_by, created_at, updated_at, finished_at } = ended
  expect(ended).toEqual({ ...ENDED, id: body.id, started_by, created_at, updated_at, finished_at })
  expect(finished_at).toMatch(/Z$/)
  const faults = await own.ask('GET', `/admin/imports/${body.id}/faults`)
  expect(faults.body).toEqual(FAULTS)
})
