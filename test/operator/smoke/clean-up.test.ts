import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { deleteCategory } from '../../../lib/data/categories.ts'
import { findProduct } from '../../../lib/data/products/product-reads.ts'
import { deleteProduct } from '../../../lib/data/products/products.ts'
import { createWebhook, deleteWebhook } from '../../../lib/data/webhooks/webhook-writes.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { interrupt } from '../operate.ts'
import { deploymentWith, type Fault, gatewayReply, type Reply } from './breaking-proxy.ts'
import { json } from './faults.ts'
import { contentOf, makeShop, smoke } from './smoke.ts'

const FAILED = gatewayReply(500, 'Internal Server Error')

/** Runs the checks against a deployment with this fault, and compares the shop before and after. */
async function smokeWith(fault: Fault) {
  const { business, token } = await makeShop()
  // That of another run, which no run but its own removes.
  const others = { url: 'https://example.com/smoke-other', events: ['category.deleted'], is_enabled: false }
  await createWebhook(business.id, { ...others, description: 'Smoke test other' })
  const before = await contentOf(business)
  const outcome = await smoke([await deploymentWith(fault)], token)
  return { ...outcome, business, token, before, after: await contentOf(business) }
}

test('what a failed check leaves is removed', async () => {
  let deletions = 0
  const { code, stdout, before, after } = await smokeWith({
    instead: ({ method, path }) =>
      method === 'DELETE' && /^\/admin\/products\/[\w-]+$/.test(path) && deletions++ === 0
        ? FAILED
        : undefined,
  })
  expect(stdout).toContain('  FAILED   DELETE removes the product\n           expected: status 204\n')
  expect(stdout).not.toContain('NOT REMOVED')
  expect([code, after]).toEqual([1, before])
})

test('an object is removed even if the response to its creation never came', async () => {
  const { stdout, before, after } = await smokeWith({
    response(reply, { method, path }) {
      if (method === 'POST' && path === '/admin/products' && reply.status === 201)
        Object.assign(reply, gatewayReply(503, 'Service Unavailable'))
    },
  })
  expect(stdout).toContain('  skipped  DELETE removes the product (the product was not created)')
  expect(after).toEqual(before)
})

test('a webhook is removed even if the response to its creation never came, and named if it cannot be', async () => {
  const lost: Fault['response'] = (reply, { method, path }) => {
    if (method === 'POST' && path === '/admin/webhooks' && reply.status === 201)
      Object.assign(reply, gatewayReply(503, 'Service Unavailable'))
  }
  const removed = await smokeWith({ response: lost })
  expect(removed.stdout).toContain('  skipped  DELETE removes the webhook (the webhook was not created)')
  expect(removed.after).toEqual(removed.before)
  const kept = await smokeWith({
    response: lost,
    instead: ({ method, path }) =>
      method === 'DELETE' && path.startsWith('/admin/webhooks/') ? FAILED : undefined,
  })
  expect(kept.stdout).toMatch(
    /^NOT REMOVED: the webhook with the description "Smoke test \S+" \(DELETE .*; remove it$/m,
  )
  const left = kept.after
    .filter((line) => !kept.before.includes(line))
    .map((line) => line.split(' ')[0] ?? '')
  expect(left).toHaveLength(1)
  for (const id of left) await deleteWebhook(kept.business.id, id)
})

test('a picture is removed even if the response to its upload never came, and named if it cannot be', async () => {
  const lost: Fault['response'] = (reply, { method, path }) => {
    if (method === 'POST' && path === '/admin/media' && reply.status === 201)
      Object.assign(reply, gatewayReply(503, 'Service Unavailable'))
  }
  const removed = await smokeWith({ response: lost })
  expect(removed.stdout).toContain('  FAILED   a picture of one pixel')
  expect(removed.stdout).not.toContain('NOT REMOVED')
  expect(removed.after).toEqual(removed.before)
  const kept = await smokeWith({
    instead: ({ method, path }) =>
      method === 'DELETE' && path.startsWith('/admin/media/') ? FAILED : undefined,
  })
  expect(kept.stdout).toMatch(
    /^NOT REMOVED: the picture of one pixel, if it was stored \(DELETE .*; remove it$/m,
  )
  const left = kept.after.filter((line) => !kept.before.includes(line))
  expect(left).toHaveLength(1)
  const headers = { authorization: `Bearer ${kept.token}` }
  await fetch(`${inject('baseUrl')}/admin/media/${left[0]}`, { method: 'DELETE', headers })
  expect(await contentOf(kept.business)).toEqual(kept.before)
})

test('a picture is removed by its id even if it cannot be uploaded again, and named if its id never came', async () => {
  let uploads = 0
  const LIMITED = {
    ...gatewayReply(429, 'Too Many Requests'),
    headers: [['retry-after', '0']] as [string, string][],
  }
  const limited: Fault['instead'] = ({ method, path }) =>
    method === 'POST' && path === '/admin/media' && uploads++ > 0 ? LIMITED : undefined
  let deletions = 0
  const removed = await smokeWith({
    instead: (sent) =>
      sent.method === 'DELETE' && sent.path.startsWith('/admin/media/') && deletions++ === 0
        ? FAILED
        : limited(sent),
  })
  expect(removed.stdout).toContain('  FAILED   a picture of one pixel')
  expect(removed.stdout).not.toContain('NOT REMOVED')
  expect(removed.after).toEqual(removed.before)
  uploads = 0
  const kept = await smokeWith({
    instead: limited,
    response(reply, { method, path }) {
      if (method === 'POST' && path === '/admin/media' && reply.status === 201)
        Object.assign(reply, gatewayReply(503, 'Service Unavailable'))
    },
  })
  expect(kept.stdout).toMatch(/^NOT REMOVED: the picture of one pixel, if it was stored \(POST .*429/m)
  const [left = ''] = kept.after.filter((line) => !kept.before.includes(line))
  const headers = { authorization: `Bearer ${kept.token}` }
  await fetch(`${inject('baseUrl')}/admin/media/${left}`, { method: 'DELETE', headers })
  expect(await contentOf(kept.business)).toEqual(kept.before)
})

test.each(['the response to it never came', 'it cannot be read'])(
  'an import that nothing carries out is cancelled even if %s, and named if it cannot be',
  async (which) => {
    const fault = (cancel: Reply | undefined): Fault => {
      let begun: Reply | undefined
      return {
        instead({ method, path }) {
          if (!/^\/admin\/imports(\/imp_|\?dry_run)/.test(path)) return undefined
          if (path.endsWith('/cancel')) return cancel
          if (method === 'GET') return FAILED
          if (begun) return begun
          begun = json(202, { id: IMPORT, status: 'queued' })
          return which === 'it cannot be read' ? begun : gatewayReply(503, 'Service Unavailable')
        },
      }
    }
    const cancelled = await smokeWith(fault(json(202, { id: IMPORT, status: 'cancelled' })))
    expect(cancelled.stdout).not.toContain('NOT REMOVED')
    const kept = await smokeWith(fault(FAILED))
    expect(kept.stdout).toMatch(
      new RegExp(
        `^NOT REMOVED: the import .*, which may be under way \\(POST /admin/imports/${IMPORT}/cancel returned 500`,
        'm',
      ),
    )
  },
)

const IMPORT = 'imp_01a1f862-3c4d-7e5f-a061-728394a5b6c7'

test('an object that cannot be removed fails the run even if all checks passed', async () => {
  const { code, stdout } = await smokeWith({
    instead: ({ method, path }) =>
      method === 'GET' && path.startsWith('/admin/webhooks?') ? FAILED : undefined,
  })
  expect(stdout).toMatch(/: \d+ passed, 0 failed/)
  expect(stdout).toContain('NOT REMOVED: the webhook')
  expect(code).toBe(1)
})

test('what cannot be removed is named, whatever the responses say', async () => {
  for (const reply of [FAILED, { status: 204, headers: [], body: Buffer.alloc(0) }]) {
    const { code, stdout, business, before, after } = await smokeWith({
      instead: ({ method, path }) =>
        method === 'DELETE' && /^\/admin\/(products|categories)\/./.test(path) ? reply : undefined,
    })
    const [product, category] = stdout.match(/^NOT REMOVED: .*/gm) ?? []
    expect(product).toMatch(
      /^NOT REMOVED: the product with the external id smoke-\S+ \((DELETE|GET) .*; remove it$/,
    )
    expect(category).toMatch(/^NOT REMOVED: the category smoke-\S+ \((DELETE|GET) .*; remove it$/)
    expect([code, after.length]).toEqual([1, before.length + 2])
    await removeByHand(business, `${/smoke-\S+/.exec(category ?? '')}`)
    expect(await contentOf(business)).toEqual(before)
  }
})

async function removeByHand(business: Business, name: string): Promise<void> {
  const product = await findProduct(business.id, { external_id: name })
  await deleteProduct(business.id, `${product?.id}`)
  await deleteCategory(business.id, name)
}

test('Ctrl-C ends the checks and removes what they created', async () => {
  const { business, token } = await makeShop()
  const before = await contentOf(business)
  const child = start([await deploymentWith({})], token)
  const written = await untilWritten(child, 'passed   POST creates a draft product')
  await interrupt(child)
  const stdout = await written.all
  expect(child.exitCode).toBe(130)
  expect(stdout).toContain('  skipped  DELETE removes the product (stopped)')
  expect(stdout).toMatch(/\d+ checks in .*\nNot checked here/)
  expect(await contentOf(business)).toEqual(before)
})

function start(argv: readonly string[], token: string): ChildProcess {
  const program = fileURLToPath(new URL('../../../bin/smoke.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, [program, ...argv], {
    env: { PATH, NODE_COMPILE_CACHE, STOREFRONT_API_KEY: token },
  })
}

/** Waits until a program has written this; `all` is everything that it writes until its end. */
async function untilWritten(child: ChildProcess, text: string): Promise<{ all: Promise<string> }> {
  let stdout = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    if (stdout.includes(text)) resolve()
  })
  const ended = once(child, 'close').then(() => {
    resolve()
    return stdout
  })
  await promise
  expect(stdout).toContain(text)
  return { all: ended }
}
