import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { deleteProduct } from '../../lib/data/products/products.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { startImport } from '../import/run/bench.ts'
import { makeWebhook } from '../operator/business/business-webhooks.ts'
import { assemblyOf } from '../support/assembly-of.ts'
import { plantEvent } from '../support/feed.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../support/shop.ts'
import { readPage } from './blocks.ts'
import { type Desk, nameOfBlock, openDesk, played } from './runbooks/desk.ts'
import { minutesAgo } from './runbooks/failures.ts'
import { sectionsOf } from './runbooks/sections.ts'

const PAGE = 'docs/restore.md'

/** A time that the restore can go back to. */
const TIME = '2026-11-22T09:00:00Z'

/** The table of the template, and in its place that of a stage which uses a restored one. */
const TABLE = 'TableCD117FA1'
const RESTORED = 'RestoredTable'

const dataDir = mkdtempSync(join(tmpdir(), 'storefront-restore-'))
const folders = [dataDir]
let running: Pick<Desk, 'close'> | undefined
afterAll(async () => {
  await running?.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A shop whose product was deleted with a stolen key, and what was changed since the moment before. */
async function damaged(desk: Desk) {
  const shop = await makeBusiness()
  const product = await makeProduct(shop, { category_id: (await makeCategory(shop)).id })
  const [stolen, own] = [await makeKey(shop), await makeKey(shop)]
  const webhook = await makeWebhook(shop.id)
  const starter = { business: shop, apiKeyId: stolen.apiKey.id }
  const importId = await startImport(starter, 'sku,name,price,category\nS1,Cup,900,Cups\n')
  await desk.backups.take(TIME)
  await deleteProduct(shop.id, product.id)
  await updateWebhook(shop.id, webhook.id, (before) => ({ webhook: { ...before, is_enabled: false } }))
  const actor = { kind: 'api_key' as const, key_id: stolen.apiKey.id, key_name: stolen.apiKey.name }
  // Those of the changes above are shown after 15 s.
  await plantEvent(shop.id, { at: minutesAgo(5), by: { actor, requestId: null } })
  return { shop, product, stolen, own, webhook, importId }
}

/** The same stack with the restored table in place of its own. */
async function switchTo(logicalId: string, assemblyDir: string): Promise<RunningStack> {
  const template = readFileSync(join(assemblyDir, 'Storefront.template.json'), 'utf8')
  const switched = assemblyOf(template.replaceAll(TABLE, logicalId), assemblyDir)
  folders.push(switched)
  return startStack({ assemblyDir: switched, dataDir, port: 0 })
}

test('a table is restored as the page says', async () => {
  const assemblyDir = inject('assemblyDir')
  const desk = await openDesk(assemblyDir, dataDir)
  running = desk
  const { shop, product, stolen, own, webhook, importId } = await damaged(desk)
  const restored = `Storefront-${RESTORED}`
  const values = { time: TIME, restored, business: shop.slug, key: stolen.apiKey.id, webhook: webhook.id }
  const play = (words: string, codes?: readonly number[]) =>
    desk.play('Restore the table', words, values, codes)

  await play('key revoke <key> --business <business> --stack')
  expect((await play('npm run operator -- events --business <business> --actor')).stdout).toContain(
    'product.updated',
  )

  const { stdout: differences } = await play('restore-table-to-point-in-time', [1])
  const settings = await play('update-time-to-live')
  expect(settings.stdout).toContain('the table has the settings that Storefront needs')
  expect(settings.stdout).toMatch(new RegExp(`tableStreamArn: '[^']+:table/${restored}/stream/[^']+'`))
  const onPage = readPage(PAGE)
    .replaceAll('<restored>', restored)
    .match(/^aws dynamodb update-.*$/gm)
  const printed = [...differences.matchAll(/^ {2}(aws .*)$/gm)].map(([, line]) => line)
  expect(onPage?.sort()).toEqual(printed.sort())

  const { stderr: cancelled } = await play('npm run operator -- business list')
  expect(cancelled).toContain(`${shop.slug}: the import ${importId} is cancelled`)

  const file = join(dataDir, 'products.jsonl')
  const { stdout: imported } = await desk.play('Restore the products of one business', '--dry-run', {
    ...values,
    file,
  })
  expect(imported).toMatch(/1 created/)

  // In the other table the key is revoked and the webhook is disabled.
  const { stdout: undone } = await play('npm run operator -- webhooks list')
  expect(undone).toMatch(new RegExp(`^${stolen.apiKey.id} .* live `, 'm'))
  expect(undone).toMatch(new RegExp(`^${webhook.id} +enabled `, 'm'))

  // The page has it behind the switch, through the same stack.
  await play('npm run operator -- verify --business <business> --stack')
  await desk.close()
  running = undefined
  const stack = await switchTo(RESTORED, assemblyDir)
  running = { close: stack.stop }
  expect(stack.table.name).toBe(restored)
  const ask = async (path: string, token: string) => {
    const response = await fetch(`${stack.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { code: response.status, body: await response.json() }
  }
  expect(await ask(`/admin/products/${product.id}`, own.token)).toMatchObject({
    code: 200,
    body: { id: product.id },
  })
  expect(await ask(`/admin/products/${product.id}`, stolen.token)).toMatchObject({ code: 401 })
  expect(await ask(`/admin/webhooks/${webhook.id}`, own.token)).toMatchObject({ body: { is_enabled: false } })
  expect(await ask('/admin/imports', own.token)).toMatchObject({
    body: { data: [{ id: importId, status: 'cancelled' }] },
  })
})

test('every block of steps was played', () => {
  const blocks = [...sectionsOf([PAGE]).values()].flatMap(({ heading, runbook }) =>
    runbook.map((block) => nameOfBlock(heading, block)),
  )
  expect(blocks.length).toBeGreaterThan(5)
  expect(blocks.filter((block) => !played.has(block))).toEqual([])
})
