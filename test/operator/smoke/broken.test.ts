import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Business } from '../../../lib/domain/business.ts'
import { GROUPS } from '../../../lib/operator/smoke/checks/all.ts'
import { createClient } from '../../../lib/operator/smoke/client.ts'
import type { Context } from '../../../lib/operator/smoke/context.ts'
import { cleanUp } from '../../../lib/operator/smoke/made.ts'
import { runChecks } from '../../../lib/operator/smoke/run.ts'
import { deploymentWith } from './breaking-proxy.ts'
import { json } from './faults.ts'
import { CARRIED_OUT, IMPORT_BREAKAGES } from './import-breakages.ts'
import { PICTURE_BREAKAGES } from './picture-breakages.ts'
import { REQUEST_BREAKAGES } from './request-breakages.ts'
import { RESPONSE_BREAKAGES } from './response-breakages.ts'
import { SINGLE_BREAKAGES } from './single-breakages.ts'
import { contentOf, contextFor, makeShop } from './smoke.ts'
import { STOCK_BREAKAGES } from './stock-breakages.ts'
import { WEBHOOK_BREAKAGES } from './webhook-breakages.ts'

let shop: { business: Business; token: string }
let before: string[]
/** The context with which every run of the checks begins. */
let prepared: Context

beforeAll(async () => {
  shop = await makeShop()
  prepared = await contextFor(shop.token)
  before = await contentOf(shop.business)
})

/** Whatever a fault does, the next run finds the shop as it was. */
afterAll(async () => expect(await contentOf(shop.business)).toEqual(before))

const BREAKAGES = {
  ...IMPORT_BREAKAGES,
  ...PICTURE_BREAKAGES,
  ...REQUEST_BREAKAGES,
  ...RESPONSE_BREAKAGES,
  ...SINGLE_BREAKAGES,
  ...STOCK_BREAKAGES,
  ...WEBHOOK_BREAKAGES,
}
const signal = new AbortController().signal
/** Groups whose checks build on each other: they run together. */
const BUILT = new Set(['Administration, writes', 'Webhooks'])
const groupOf = (name: string) => GROUPS.find(({ checks }) => checks.some((check) => check.name === name))

const WRITES = GROUPS.filter(({ name }) => name === 'Administration, writes')

/** The checks that fail, of those with these names. */
async function failing(baseUrl: string, names: readonly string[]): Promise<string[]> {
  const healthy: Context = { ...prepared, run: randomUUID().slice(0, 13), made: {} }
  const broken = { ...healthy, client: createClient(new URL(baseUrl)) }
  const runs = ({ name }: { name: string }, group: string) =>
    names.includes(name) || (BUILT.has(group) && names.some((one) => groupOf(one)?.name === group))
  const groups = GROUPS.map(({ name: group, checks }) => ({
    name: group,
    checks: checks.filter((check) => runs(check, group)),
  }))
  const results = await runChecks(broken, groups, { signal, onResult: () => {} })
  expect(await cleanUp(healthy)).toEqual([])
  return results.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

test.each(Object.entries(BREAKAGES))('%s', async (_, { fault, found }) => {
  expect(await failing(await deploymentWith(fault), found)).toEqual(expect.arrayContaining([...found]))
})

test('a deployment that would deliver to its own machine is found, and its webhook is removed', async () => {
  const healthy = await contextFor(shop.token)
  // The local stack allows its own machine: to the checks it is a deployment elsewhere.
  const elsewhere = { ...healthy.client, base: new URL('https://api.example.com/api/v1') }
  const name = 'a webhook to an address that is not public is refused'
  const groups = GROUPS.map((group) => ({
    ...group,
    checks: group.checks.filter((check) => check.name === name),
  }))
  const context = { ...healthy, client: elsewhere }
  const results = await runChecks(context, groups, { signal, onResult: () => {} })
  expect(results).toMatchObject([{ status: 'failed', expected: 'status 422 and the code validation_failed' }])
  expect(JSON.stringify(results)).toContain('POST /admin/webhooks returned 201')
  expect(await contentOf(shop.business)).toHaveLength(before.length + 1)
  expect(await cleanUp(healthy)).toEqual([])
  expect(await contentOf(shop.business)).toEqual(before)
})

test('an import that nothing carries out is given up after a minute, and cancelled', async () => {
  const id = 'imp_01a1f862-3c4d-7e5f-a061-728394a5b6c7'
  const cancelled: string[] = []
  const deployment = await deploymentWith({
    instead({ method, path }) {
      if (!path.startsWith('/admin/imports')) return
      if (path.endsWith('/cancel')) cancelled.push(path)
      return json(method === 'POST' ? 202 : 200, { id, status: 'queued' })
    },
  })
  // The stack has timers of its own, in another process.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const context = {
    ...prepared,
    run: randomUUID().slice(0, 13),
    made: {},
    client: createClient(new URL(deployment)),
  }
  const ended = runChecks(context, WRITES, { signal, onResult: () => {} })
  let isOver = false
  void ended.finally(() => {
    isOver = true
  })
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000).then(() => new Promise(setImmediate))
  expect((await ended).find(({ name }) => name === CARRIED_OUT)).toMatchObject({
    status: 'failed',
    expected: 'the end of an import within 60 s',
  })
  vi.useRealTimers()
  expect(await cleanUp(context)).toEqual([])
  expect(cancelled).toEqual([`/admin/imports/${id}/cancel`])
})

test('Ctrl-C ends the wait for an import, whose check is skipped, and cancels it', async () => {
  const id = 'imp_01a1f862-3c4d-7e5f-a061-728394a5b6c7'
  const cancelled: string[] = []
  const interrupted = new AbortController()
  let reads = 0
  const deployment = await deploymentWith({
    instead({ method, path }) {
      if (!path.startsWith('/admin/imports')) return
      if (path.endsWith('/cancel')) cancelled.push(path)
      if (method === 'GET') reads++
      if (method === 'GET') interrupted.abort()
      return json(method === 'POST' ? 202 : 200, { id, status: 'queued' })
    },
  })
  const context = {
    ...prepared,
    run: randomUUID().slice(0, 13),
    made: {},
    client: createClient(new URL(deployment)),
  }
  const results = await runChecks(context, WRITES, { signal: interrupted.signal, onResult: () => {} })
  expect(reads).toBe(1)
  expect(results.find(({ name }) => name === CARRIED_OUT)).toMatchObject({
    status: 'skipped',
    reason: 'stopped',
  })
  expect(results.at(-1)).toMatchObject({ status: 'skipped', reason: 'stopped' })
  expect(await cleanUp(context)).toEqual([])
  expect(cancelled).toEqual([`/admin/imports/${id}/cancel`])
})

test('every check of a breakage exists, and passes through a proxy that breaks nothing', async () => {
  const named = Object.values(BREAKAGES).flatMap(({ found }) => found)
  expect(named.filter((name) => !groupOf(name))).toEqual([])
  expect(await failing(await deploymentWith({}), named)).toEqual([])
})

/** A web server has a date too, and renames nothing; breakages show that these can fail. */
const PASSED_BY_A_WEB_SERVER = ['Date is a time', 'no header of any response was renamed']

test('every check can fail: a web server that returns one page for everything passes none', async () => {
  const page = { status: 200, body: Buffer.from('<p>') }
  const instead = () => ({ ...page, headers: [['content-type', 'text/html']] as [string, string][] })
  const names = GROUPS.flatMap(({ checks }) => checks.map(({ name }) => name))
  const failed = await failing(await deploymentWith({ instead }), names)
  const found = Object.values(BREAKAGES).flatMap((breakage) => breakage.found)
  const passed = names.filter((name) => !failed.includes(name))
  expect(passed.filter((name) => !BUILT.has(`${groupOf(name)?.name}`))).toEqual(PASSED_BY_A_WEB_SERVER)
  expect(passed.filter((name) => !found.includes(name))).toEqual([])
})
