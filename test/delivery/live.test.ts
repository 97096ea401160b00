import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { BACKGROUND } from '../../lib/api/routes.ts'
import { putHold } from '../../lib/data/holds/holds.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import { findProduct } from '../../lib/data/products/product-reads.ts'
import { findSchedule } from '../../lib/data/schedules/list-schedules.ts'
import { putSchedule } from '../../lib/data/schedules/schedules.ts'
import { updateItem } from '../../lib/data/table/calls/writer.ts'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { useTable } from '../../lib/environment.ts'
import { freePort } from '../../lib/local/free-port.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { blocksOf, ROOT, readPage } from '../docs/blocks.ts'
import { importOf, startImport } from '../import/run/bench.ts'
import { storedItem } from '../support/items.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { readTemplate, resourcesOf } from '../support/template.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

const RECEIVER = blocksOf(readPage('docs/events.md')).find(({ info }) => info === 'receiver')?.text ?? ''

/** Inside the project, where the receiver finds its package. */
mkdirSync(join(ROOT, '.storefront'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.storefront/receiver-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

let stack: RunningStack
let businessId: string
let ask: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** The lines that the receiver has printed, and a wait for the next one. */
const lines: string[] = []
let next = Promise.withResolvers<void>()
async function lineOf(index: number): Promise<string> {
  while (lines.length <= index) await next.promise
  return String(lines[index])
}

/** Starts the receiver of the page. Resolves when it listens. */
async function receive(port: number, secret: string): Promise<void> {
  const file = join(folder, 'receiver.mts')
  writeFileSync(file, `${RECEIVER.trimEnd()}.on('listening', () => console.log('listening'))\n`)
  const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  closing.push(() => child.kill())
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.trim().split('\n'))
    next.resolve()
    next = Promise.withResolvers()
  })
  expect(await lineOf(0)).toBe('listening')
}

/** The rule that invokes a function. */
function ruleOf(name: string): string {
  const rule = stack.triggers.find(
    ({ kind, function: of }) => kind === 'rule' && of.logicalId.startsWith(name),
  )
  if (!rule) throw new Error(`no rule invokes ${name}`)
  return rule.logicalId
}

beforeAll(async () => {
  stack = await startStack({ assemblyDir: inject('assemblyDir'), port: 0 })
  closing.push(() => stack.stop())
  useTable(stack.table)
  const business = await makeBusiness()
  businessId = business.id
  const token = await makeToken(business)
  ask = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(stack.baseUrl + path, init)).json() as Promise<Record<string, unknown>>
  }
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

test('a change is delivered to the receiver of docs/events.md, signed, also when it was down at first', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const webhook = await ask('POST', '/admin/webhooks', { url, events: ['category.*'] })
  const secret = String(webhook.secret)
  // Nobody listens yet: the first try fails.
  const asked = await ask('POST', `/admin/webhooks/${webhook.id}/test`)
  const deliveries = `/admin/webhooks/${webhook.id}/deliveries`
  for (;;) {
    const { data } = await ask('GET', deliveries)
    if ((data as { tries: object[] }[])[0]?.tries.length === 1) break
  }
  await receive(port, secret)
  expect(await lineOf(1)).toBe(`${asked.event_id} webhook.test ${webhook.id}`)
  await ask('POST', '/admin/categories', { name: 'Tea', id: 'tea' })
  const created = await lineOf(2)
  expect(created).toMatch(/^evt_[0-9a-f-]{36} category\.created tea$/)

  // A run that died with its lease: the sweep wakes its webhook. The run that delivered gives its own lease back first.
  const Key = webhookStateKey(businessId, String(webhook.id))
  await expect.poll(() => storedItem(Key)).not.toHaveProperty('run')
  await updateItem({
    Key,
    UpdateExpression: 'SET #run = :dead, #lease = :past',
    ExpressionAttributeNames: { '#run': 'run', '#lease': 'lease_until' },
    ExpressionAttributeValues: { ':dead': 'dead', ':past': 0 },
  })
  // An import that nobody took up for two days: the sweep ends it.
  const starter = { business: await makeBusiness(), apiKeyId: randomUUID() }
  const importId = await startImport(starter, '[]', {}, new Date(Date.now() - 2 * DAY_MS))
  // One whose message was lost two minutes ago: the sweep sends it again, and the run finds that its key is none.
  const other = { business: await makeBusiness(), apiKeyId: randomUUID() }
  const lostId = await startImport(other, '[]', {}, new Date(Date.now() - 2 * MINUTE_MS))
  await stack.fire(ruleOf('WebhooksSweep'))
  expect(await importOf(starter, importId)).toMatchObject({ status: 'failed', reason: 'stalled' })
  await expect.poll(async () => (await importOf(other, lostId)).reason).toBe('key_revoked')

  const [id, at, body] = ['evt_1', new Date(), '{"id":"evt_1","type":"x","data":{"id":"1"}}']
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  const send = async (text: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: text, headers })).status
  expect(await send(body, {})).toBe(400)
  expect(await send(body.replace('x', 'y'), signed)).toBe(400)
  expect(await send(body, { ...signed, 'webhook-id': 'evt_2' })).toBe(400)
  expect(await send(body, signed)).toBe(204)
})

test('the last piece is there again a minute after the end of its hold', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 1 })
  const left = async () => [...(await readStock(business.id, id)).values()].map(({ quantity }) => quantity)
  await putHold(business.id, 'cart', { items: [{ variant_id: id, quantity: 1 }], expires_in: -60 })
  expect(await left()).toEqual([0])
  await stack.fire(ruleOf('DueRun'))
  expect(await left()).toEqual([1])
})

test('a price that was planned is in force a minute after its time', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, { category_id: 'tea', price: 2000 })
  // Planned two minutes ago, for one minute later.
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now - 2 * MINUTE_MS })
  onTestFinished(() => void vi.useRealTimers())
  const at = new Date(now - MINUTE_MS).toISOString()
  await putSchedule(business.id, id, { at, until: null, patch: { price: 1500 } })
  vi.useRealTimers()
  await stack.fire(ruleOf('DueRun'))
  expect((await findProduct(business.id, id))?.price).toBe(1500)
  expect(await findSchedule(business.id, id)).toBeUndefined()
})

test('the background functions use everything that their roles allow, and sent no other calls', () => {
  const template = readTemplate(inject('assemblyDir'))
  const isBackground = (functionId: string) =>
    /^(EventsDispatch|WebhooksDeliver|WebhooksSweep|DueRun)/.test(functionId)
  expect(resourcesOf(template, 'AWS::Events::Rule')).toHaveLength(2)
  const { granted, used, refused } = stack.permissions()
  expect(refused).toEqual([])
  const linesOf = (all: typeof used) =>
    all
      .filter(({ functionId }) => isBackground(functionId))
      .map(({ functionId, action, resource }) => `${functionId} ${action} ${resource}`)
      // For a record that cannot be read, and for Lambda when it looks for the stream.
      .filter((line) => !/DeadLetters|ListStreams/.test(line))
      .sort()
  expect(linesOf(granted).length).toBeGreaterThan(BACKGROUND.length)
  expect(linesOf(used)).toEqual(linesOf(granted))
})
