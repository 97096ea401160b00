import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { putItem } from '../../../lib/data/table/calls/writer.ts'
import { newId } from '../../../lib/data/table/ids.ts'
import { skuGuardKey } from '../../../lib/data/table/keys.ts'
import type { ImportJob } from '../../../lib/domain/imports/import-job.ts'
import { useTable } from '../../../lib/environment.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { makeBusiness, makeKey, makeToken } from '../../support/shop.ts'
import { type Starter, startImport } from './bench.ts'

/** A copy, whose bundles can be changed. */
const assemblyDir = mkdtempSync(join(tmpdir(), 'storefront-rights-'))

let stack: RunningStack
let token: string
let starter: Starter
beforeAll(async () => {
  cpSync(inject('assemblyDir'), assemblyDir, { recursive: true })
  stack = await startStack({ assemblyDir, port: 0 })
  useTable(stack.table)
  const business = await makeBusiness()
  token = await makeToken(business)
  const { apiKey } = await makeKey(business)
  starter = { business, apiKeyId: apiKey.id }
  // Left behind by a write that died: the import frees the SKU.
  const key = skuGuardKey(business.id, 'TEE-M')
  await putItem({ ...key, type: 'guard', product_id: newId(new Date()), stamp: 'left' })
})
afterAll(async () => {
  await stack.stop()
  rmSync(assemblyDir, { recursive: true, force: true })
})

const VARIANTS = [
  { option_values: { Size: 'S' }, sku: 'TEE-S', price: 900, quantity: 3 },
  { option_values: { Size: 'M' }, sku: 'TEE-M', price: 900, quantity: 5 },
]
const TEE = {
  external_id: 'tee',
  name: 'Tee',
  category: 'Clothes',
  options: [{ name: 'Size', values: ['S', 'M'] }],
}
const CUP = { external_id: 'cup', sku: 'CUP', name: 'Cup', price: 700, category: 'Cups', quantity: 4 }
const POT = { external_id: 'pot', sku: 'POT', name: 'Pot', price: 2_000, category: 'Pots' }

const FIRST = [{ ...TEE, variants: VARIANTS }, CUP, POT]
const SECOND = [
  { ...TEE, variants: VARIANTS.map((variant) => ({ ...variant, quantity: 9 })) },
  { ...CUP, sku: 'MUG', category: 'Mugs', quantity: 2 },
  { external_id: 'bad', price: 1 },
]

/** The time of a run, in its bundle. */
const WORK = 'workMs:24e4'

/** Imports rows over the API, and waits for the end. */
async function imported(rows: readonly object[]): Promise<ImportJob> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const imports = `${stack.baseUrl}/admin/imports`
  const begun = await fetch(`${imports}?source=erp&stock=set&on_missing=archive`, {
    method: 'POST',
    headers,
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  })
  expect(begun.status).toBe(202)
  const { id } = (await begun.json()) as ImportJob
  return endOf(id)
}

/** Reads an import over the API until it is over. */
async function endOf(id: string): Promise<ImportJob> {
  const headers = { authorization: `Bearer ${token}` }
  const read = async () =>
    (await fetch(`${stack.baseUrl}/admin/imports/${id}`, { headers })).json() as Promise<ImportJob>
  const isOver = async () => (await read()).finished_at !== null || stack.permissions().refused.length > 0
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
  expect(stack.permissions().refused).toEqual([])
  return read()
}

test('imports use everything that the role of their function allows, and nothing else', async () => {
  const bundles = globSync(join(assemblyDir, 'asset.*/index.cjs'))
  const [bundle = '', ...others] = bundles.filter((file) => readFileSync(file, 'utf8').includes(WORK))
  expect(others).toEqual([])
  const code = readFileSync(bundle, 'utf8')
  writeFileSync(bundle, code.replace(WORK, 'workMs:1'))
  // Then no run comes as far as a product: each one sends the message of the next.
  expect(await imported(FIRST)).toMatchObject({ status: 'failed', reason: 'crashed' })

  writeFileSync(bundle, code)
  await stack.restartFunctions()
  expect(await imported(FIRST)).toMatchObject({ status: 'succeeded', progress: { created: 3 } })
  expect(await imported(SECOND)).toMatchObject({
    status: 'partly_succeeded',
    progress: { updated: 2, refused: 1 },
  })

  const { granted, used } = stack.permissions()
  const linesOf = (all: typeof used) =>
    all
      .filter(({ functionId }) => functionId.startsWith('ImportsRun'))
      .map(({ action, resource }) => `${action} ${resource}`)
      .sort()
  expect(linesOf(used)).toEqual(linesOf(granted))
})

test('an import whose message was lost is sent to the empty queue by who reads it', async () => {
  const jar = { external_id: 'jar', name: 'Jar', price: 300, category: 'Jars' }
  const id = await startImport(starter, JSON.stringify(jar), {}, new Date(Date.now() - 120_000))
  expect(await endOf(id)).toMatchObject({ status: 'succeeded', reason: null })
  const sent = stack.permissions().used.filter(({ action }) => action === 'sqs:SendMessage')
  expect(sent.map(({ functionId }) => functionId)).toContainEqual(expect.stringMatching(/^AdminImportsGet/))
})
