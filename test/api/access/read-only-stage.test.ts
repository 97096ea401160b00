/** A whole stack with the setting `readOnly`: nobody but the operator changes anything, and what waits stays. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { QUEUES } from '../../../lib/api/routes/queues.ts'
import { ROUTES } from '../../../lib/api/routes.ts'
import { importKey } from '../../../lib/data/table/keys.ts'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { useTable } from '../../../lib/environment.ts'
import { queueId } from '../../../lib/infra/queues.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { keep } from '../../afterwards/records.ts'
import { startImport } from '../../import/run/bench.ts'
import { makeWebhook } from '../../operator/business/business-webhooks.ts'
import { operate } from '../../operator/operate.ts'
import { assemblyWith } from '../../support/assembly-with.ts'
import { corruptItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../../support/shop.ts'
import { readTemplate } from '../../support/template.ts'
import { watchAnswers } from '../../support/watch-answers.ts'

const assemblyDir = assemblyWith({ readOnly: true }, inject('assemblyDir'))
const resources = Object.keys(readTemplate(assemblyDir).Resources)
const idOf = (start: string) => resources.find((id) => id.startsWith(start)) ?? ''
const urlOf = (queue: (typeof QUEUES)[number]['queue']) =>
  `http://queue/000000000000/Storefront-${idOf(queueId(queue))}`

let stack: RunningStack
let table: DynamoDBDocumentClient
beforeAll(async () => {
  stack = await startStack({ assemblyDir, port: 0, onAnswer: watchAnswers(keep) })
  useTable(stack.table)
  table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: stack.table.endpoint }))
})
afterAll(async () => {
  table.destroy()
  await stack.stop()
  rmSync(assemblyDir, { recursive: true })
})

/** Every item, by its key, without the rate limits of keys, which reads use too. */
async function items(): Promise<Map<string, JsonObject>> {
  const scan = paginateScan({ client: table }, { TableName: stack.table.name, ConsistentRead: true })
  const found = (await Array.fromAsync(scan)).flatMap(({ Items = [] }) => Items as JsonObject[])
  const kept = found.filter(({ sk }) => sk !== 'RATE')
  return new Map(kept.map((item) => [`${item.pk} ${item.sk}`, item]))
}

/** How many messages a queue has that nobody has received. */
async function waiting(queue: Parameters<typeof urlOf>[0]): Promise<string> {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible']
  const { Attributes } = await stack.queue('GetQueueAttributes', { QueueUrl: urlOf(queue), AttributeNames })
  return AttributeNames.map((name) => (Attributes as JsonObject)[name]).join(' and ')
}

const send = (queue: Parameters<typeof urlOf>[0], body: object) =>
  stack.queue('SendMessage', { QueueUrl: urlOf(queue), MessageBody: JSON.stringify(body) })

async function ask(method: string, path: string, token: string) {
  const response = await fetch(stack.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  })
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return {
    line: `${method} ${path}: ${response.status} ${code}`,
    retryAfter: response.headers.get('retry-after'),
  }
}

test('every write is refused and leaves nothing behind, and what waits stays', async () => {
  const shop = await makeBusiness()
  const category = await makeCategory(shop)
  const product = await makeProduct(shop, { category_id: category.id })
  const webhook = await makeWebhook(shop.id)
  const own = await makeKey(shop)
  const other = await makeKey(await makeBusiness())
  const importId = await startImport(
    { business: shop, apiKeyId: own.apiKey.id },
    'name,price,category\nOolong,500,Tea\n',
  )
  await send('imports', { business_id: shop.id, import_id: importId })
  await send('wake', { business_id: shop.id, webhook_id: webhook.id })
  const ids: Record<string, string> = {
    '/admin/categories/{id}': category.id,
    '/admin/webhooks/{id}': webhook.id,
    '/admin/api-keys/{id}': own.apiKey.id,
    '/admin/imports/{id}': importId,
  }
  const pathOf = (path: string) => {
    const [, place = ''] = /^(\/admin\/[\w-]+\/\{id\})/.exec(path) ?? []
    return path.replace('{id}', ids[place] ?? product.id).replace(/\{\w+\}/g, randomUUID())
  }
  const untouched = await items()

  const writes = ROUTES.filter(({ method, path }) => path.startsWith('/admin') && method !== 'GET')
  for (const { token } of [own, other])
    for (const { method, path } of writes) {
      const { line, retryAfter } = await ask(method, pathOf(path), token)
      expect([line.replace(/.*: /, ''), retryAfter], line).toEqual(['503 read_only', '300'])
    }
  expect(await items()).toEqual(untouched)

  // The import was left alone, so that a read of it looks whether its message is lost.
  await corruptItem(importKey(shop.id, importId), { lease_until: Date.now() - 120_000 })
  const before = await items()
  const reads = ROUTES.filter(({ method, path }) => path.startsWith('/admin') && method === 'GET')
  const lines: string[] = []
  for (const { method, path } of reads) lines.push((await ask(method, pathOf(path), own.token)).line)
  expect(lines.filter((line) => / 5\d\d /.test(line))).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      `GET /admin/products/${product.id}: 200 undefined`,
      `GET /admin/imports/${importId}: 200 undefined`,
    ]),
  )
  expect(await ask('POST', '/admin/products', 'sfk_nothing')).toMatchObject({
    line: 'POST /admin/products: 401 invalid_api_key',
  })

  // Of the functions that nobody waits for, one runs: it reads its queue to the end.
  await send('search', {})
  await expect.poll(() => waiting('search')).toBe('0 and 0')
  for (const clock of ['WebhooksSweepClock', 'DueRunClock'])
    await expect(stack.fire(idOf(clock))).rejects.toThrow('is disabled')
  expect([await waiting('imports'), await waiting('wake')]).toEqual(['1 and 0', '1 and 0'])
  expect(await items()).toEqual(before)

  const { code } = await operate('business', 'rename', shop.id, '--slug', `${shop.slug}-2`)
  expect(code).toBe(0)
  const changed = [...(await items())].filter(([key, item]) => !isDeepStrictEqual(before.get(key), item))
  expect(changed.map(([, { type }]) => type).sort()).toEqual(['business', 'event', 'shop', 'shop'])
  // Nobody reads the stream, which has an event now.
  expect(await waiting('wake')).toBe('1 and 0')
})
