import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { DevFile } from '../../../lib/local/dev/dev-file.ts'
import { tryOut } from '../../../lib/local/dev/welcome.ts'
import { endServer, listenOnLoopback } from '../../../lib/local/loopback.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

/** A run whose API returns this status for its products, for its health, and for the page of its shop. */
async function runThatReturns(products: number, health = 200, page = 200): Promise<DevFile> {
  const server = createServer(({ url }, response) => {
    const statuses = { '/products': products, '/health': health, '/shop/demo': page }
    const status = Object.entries(statuses).find(([path]) => url?.endsWith(path))?.[1] ?? 200
    const body =
      status === 200 ? { data: [{ slug: 'a', category_id: 'tea' }] } : { code: 'business_not_found' }
    response.writeHead(status).end(JSON.stringify(body))
  })
  const port = await listenOnLoopback(server)
  resources.defer(() => endServer(server))
  return {
    base_url: `http://127.0.0.1:${port}/api/v1`,
    business: { id: 'b', slug: 'demo' },
    api_key: null,
    table: { name: 't', endpoint: 'http://127.0.0.1:9' },
    pid: process.pid,
  }
}

test('a shop is shown with commands to try it out', async () => {
  const run = await runThatReturns(200)
  const lines = await tryOut(run)
  expect(lines).toContain(`  curl '${run.base_url}/products/a?business=demo'`)
  expect(lines[1]).toBe(`  See it:         ${run.base_url}/shop/demo (its page on every deployment)`)
})

test('without pages of shops no line leads to one', async () => {
  expect((await tryOut(await runThatReturns(200, 200, 404))).join('\n')).not.toContain('See it')
})

test('a shop that was suspended is a line, and the addresses are there', async () => {
  const run = await runThatReturns(404)
  const lines = await tryOut(run)
  expect(lines).toContain(`  Call the API:   ${run.base_url}`)
  expect(lines.at(-1)).toBe('  The shop shows no products: 404 {"code":"business_not_found"}')
})

test('an API that is not well is an error', async () => {
  await expect(tryOut(await runThatReturns(200, 500))).rejects.toThrow('/health returned 500')
})
