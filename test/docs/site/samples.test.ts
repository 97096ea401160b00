import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createStorefront, unwrap } from '../../../clients/typescript/src/index.ts'
import type { OpenApi } from '../../../lib/docs/description/openapi.ts'
import { accessOf, operationsOf, type Placed } from '../../../lib/docs/site/reference/description.ts'
import { pathNames } from '../../../lib/docs/site/samples/call.ts'
import { curlSample } from '../../../lib/docs/site/samples/curl.ts'
import { type Needs, SETUP } from '../../../lib/docs/site/samples/setup.ts'
import { typescriptSample } from '../../../lib/docs/site/samples/typescript.ts'
import { readCurl, sendCall } from '../curl.ts'
import { commandsIn } from '../shell.ts'
import { filledIn, makeSampleShop, type SampleShop } from './sample-shop.ts'

const baseUrl = inject('baseUrl')
const description: OpenApi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
)
const operations = operationsOf(description)

/** Runs the lines of a page's setup and the sample behind them, and returns the status. */
async function runCurl(placed: Placed, { merchant, values }: SampleShop, needs: Needs): Promise<number> {
  const variables = new Map(pathNames(placed).map(({ parameter, shell }) => [shell, values[parameter] ?? '']))
  const text = filledIn(`${SETUP.curl(needs)}\n${curlSample(placed)}\n`, baseUrl, merchant)
  // The one thing in them that the reader of shell commands does not know.
  const commands = [...commandsIn(text.replace('$(uuidgen)', randomUUID()), variables)]
  expect(commands).toHaveLength(1)
  const { status, text: body } = await sendCall(readCurl(commands[0] ?? []))
  expect(status, body).toBeLessThan(300)
  return status
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...source: string[]
) => (...values: unknown[]) => Promise<void>

/** Runs the same in TypeScript; what fails throws. */
async function runTypescript(
  placed: Placed,
  { merchant, values }: SampleShop,
  needs: Needs,
): Promise<unknown[]> {
  const names = pathNames(placed)
  const [importing = '', ...setup] = SETUP.typescript(needs).split('\n')
  expect(importing).toBe("import { createStorefront, unwrap } from 'storehatch'")
  const text = filledIn(`${setup.join('\n')}\n${typescriptSample(placed)}`, baseUrl, merchant)
  const logged: unknown[] = []
  const console = { log: (value: unknown) => logged.push(value) }
  const own = names.map(({ typescript }) => typescript)
  const run = new AsyncFunction('createStorefront', 'unwrap', 'console', ...own, text)
  await run(createStorefront, unwrap, console, ...names.map(({ parameter }) => values[parameter]))
  return logged
}

test.each(operations.map((placed) => [placed.operation.operationId, placed] as const))(
  'the samples of %s succeed',
  async (_, placed) => {
    const { needs } = accessOf(placed.operation)
    const shop = await makeSampleShop(baseUrl, placed)
    expect(String(await runCurl(placed, shop, needs))).toSatisfy(
      (status) => status in placed.operation.responses,
    )
    // A write has its effect once: a SKU is taken then, and what was deleted is gone.
    const other = placed.method === 'get' ? shop : await makeSampleShop(baseUrl, placed)
    await runTypescript(placed, other, needs)
  },
)

test('what the overview sets once does for its public and its administrative calls', async () => {
  for (const id of ['listProducts', 'createProduct']) {
    const placed = operations.find(({ operation }) => operation.operationId === id)
    if (!placed) throw new Error(`no ${id}`)
    await runCurl(placed, await makeSampleShop(baseUrl, placed), 'both')
    await runTypescript(placed, await makeSampleShop(baseUrl, placed), 'both')
  }
})

test('a sample says what it did: the list of a business has its products', async () => {
  const placed = operations.find(({ operation }) => operation.operationId === 'listAdminProducts')
  if (!placed) throw new Error('no list')
  const shop = await makeSampleShop(baseUrl, placed)
  await shop.merchant.call('POST', '/admin/products', { name: 'Mug', price: 1, category_id: 'empty' })
  expect(await runTypescript(placed, shop, 'key')).toMatchObject([{ name: 'Mug' }])
})
