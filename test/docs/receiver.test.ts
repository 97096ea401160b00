import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../lib/local/free-port.ts'
import { create, type Merchant, makeMerchant } from '../admin/merchant.ts'
import { blocksOf, ROOT, readPage } from './blocks.ts'

const RECEIVER = blocksOf(readPage('docs/events.md')).find(({ info }) => info === 'receiver')?.text ?? ''

/** Inside the project, so that the receiver finds its package. */
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/receiver-'))
let merchant: Merchant
let webhook: Record<string, unknown>
let url: string
let stop: () => void
const lines: string[] = []
let arrived = Promise.withResolvers<void>()

beforeAll(async () => {
  merchant = await makeMerchant()
  const port = await freePort()
  url = `http://127.0.0.1:${port}/`
  webhook = await create(merchant, '/admin/webhooks', { url, events: ['category.*'] })
  const file = join(folder, 'receiver.mts')
  writeFileSync(file, RECEIVER)
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: String(webhook.secret) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stop = () => child.kill()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.trim().split('\n'))
    arrived.resolve()
  })
  await listens(url)
})

afterAll(() => {
  stop?.()
  rmSync(folder, { recursive: true, force: true })
})

/** Resolves when something answers there. */
async function listens(at: string): Promise<void> {
  for (;;) {
    const answered = await fetch(at, { method: 'POST', body: '{}' }).catch(() => undefined)
    if (answered) return
    await once(process.stdout, 'drain', { signal: AbortSignal.timeout(50) }).catch(() => {})
  }
}

test('the receiver of docs/events.md takes what the stack sends, verified', async () => {
  const { status, body } = await merchant.ask('POST', `/admin/webhooks/${webhook.id}/test`)
  expect(status).toBe(202)
  await arrived.promise
  expect(lines).toEqual([`${body.event_id} webhook.test ${webhook.id}`])
  arrived = Promise.withResolvers()
  await create(merchant, '/admin/categories', { name: 'Tea', id: 'tea' })
  await arrived.promise
  expect(lines[1]).toMatch(/^evt_[0-9a-f-]{36} category\.created tea$/)
})

test('it refuses what nobody has signed, and what was changed on the way', async () => {
  const [id, at, body] = ['evt_1', new Date(), '{"id":"evt_1","type":"x","data":{"id":"1"}}']
  const signature = new Webhook(String(webhook.secret)).sign(id, at, body)
  const send = async (text: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: text, headers })).status
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
  expect(await send(body, {})).toBe(400)
  expect(await send(body.replace('x', 'y'), signed)).toBe(400)
  expect(await send(body, { ...signed, 'webhook-id': 'evt_2' })).toBe(400)
  expect(await send(body, signed)).toBe(204)
})
