import type { Command } from 'commander'
import { afterAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { updateBusiness } from '../../lib/data/businesses.ts'
import { registryKey } from '../../lib/data/table/keys.ts'
import { useTable } from '../../lib/environment.ts'
import { neededPermissions } from '../../lib/local/permissions/table-calls.ts'
import { createProgram, runOperator } from '../../lib/operator/command-line.ts'
import { INDEX_ACTIONS, READ_ACTIONS, WRITE_ACTIONS } from '../../lib/operator/policy/actions.ts'
import { startImport } from '../import/run/bench.ts'
import { removeItem } from '../support/items.ts'
import { makeTable } from '../support/own-table.ts'
import { makeBusiness, makeKey } from '../support/shop.ts'
import { proxyTable } from '../support/table-proxy.ts'
import { makeFullShop } from './business/business-table.ts'
import { skipLongWaits } from './business/business-waits.ts'
import { makeFile } from './operate.ts'

skipLongWaits()

const table = await makeTable()
const proxy = await proxyTable(table)
beforeEach(() => proxy.forget())
afterAll(async () => {
  await proxy.close()
  useTable(inject('table'))
  await table.drop()
})

/** Every command, with options that make it do as much as it can. */
const COMMANDS: Record<string, () => Promise<string[]>> = {
  'business create': async () => ['--slug', `c-${crypto.randomUUID()}`, '--name', 'A', '--currency', 'EUR'],
  'business list': async () => [],
  'business show': async () => [(await makeBusiness()).slug],
  'business suspend': async () => [(await makeBusiness()).slug],
  'business resume': async () => {
    const business = await makeBusiness()
    await updateBusiness(business.id, (stored) => ({ ...stored, status: 'suspended' }))
    return [business.slug]
  },
  'business rename': async () => [(await makeBusiness()).slug, '--slug', `c-${crypto.randomUUID()}`],
  'business delete': async () => {
    const { slug } = (await makeFullShop()).business
    return [slug, '--confirm', slug, '--sweep']
  },
  'key issue': async () => ['--business', (await makeBusiness()).slug, '--name', 'first'],
  'key list': async () => ['--business', (await makeFullShop()).business.slug],
  'key show': () => ofKey(),
  'key change': () => ofKey('--rate', '7'),
  'key revoke': () => ofKey(),
  import: async () => {
    const { slug } = (await makeFullShop()).business
    const file = await makeFile('a.csv', 'sku,name,price,category\nS#1,Cup,900,Cups\nS2,Mug,1,Cups\n')
    return [file, '--business', slug, '--price-scale', '1']
  },
  export: async () => [
    '--business',
    (await makeFullShop()).business.slug,
    '--output',
    await makeFile('a.jsonl', ''),
  ],
  'imports cancel': async () => {
    const business = await makeBusiness()
    await startImport({ business, apiKeyId: (await makeKey(business)).apiKey.id }, '{}')
    return ['--all']
  },
  events: async () => ['--business', (await makeFullShop()).business.slug],
  'webhooks list': async () => ['--business', (await makeFullShop()).business.slug],
  'webhooks disable': () => ofWebhook(),
  'webhooks enable': async () => {
    const { business, webhooks } = await makeFullShop()
    return [webhooks.disabled, '--business', business.slug]
  },
  verify: async () => ['--business', (await makeFullShop()).business.slug, '--deep'],
  reindex: async () => {
    const { id, slug } = (await makeFullShop()).business
    // A business that is not registered is registered, on condition of its profile.
    await removeItem(registryKey(id))
    return ['--business', slug, '--all']
  },
  'table check': async () => [],
  policy: async () => [],
}

async function ofKey(...options: string[]): Promise<string[]> {
  const { business, keyId } = await makeFullShop()
  return [keyId, '--business', business.slug, ...options]
}

async function ofWebhook(): Promise<string[]> {
  const { business, webhooks } = await makeFullShop()
  return [webhooks.running, '--business', business.slug]
}

const namesOf = (command: Command, before: string[] = []): string[] =>
  command.commands.flatMap((one) =>
    one.commands.length > 0 ? namesOf(one, [...before, one.name()]) : [[...before, one.name()].join(' ')],
  )

test('every command is run below', async () => {
  expect(namesOf(await createProgram(() => {})).sort()).toEqual(Object.keys(COMMANDS).sort())
})

test('a command is loaded without the others', async () => {
  const all = (await createProgram(() => {})).commands.map((one) => one.name())
  for (const name of all) {
    const { commands } = await createProgram(() => {}, name)
    expect(commands.map((one) => one.name())).toEqual([name])
  }
  for (const other of ['help', 'toString', ''])
    expect((await createProgram(() => {}, other)).commands.map((one) => one.name())).toEqual(all)
})

/** Runs a command; the notes are the lines of stderr, with how many calls had been sent before the first. */
async function run(name: string) {
  const argv = [...name.split(' '), ...((await COMMANDS[name]?.()) ?? []), '--table', table.name]
  proxy.forget()
  const notes: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => notes.push(line))
  const code = await runOperator(argv)
  for (const spy of [log, error]) spy.mockRestore()
  const needed = proxy.operations.flatMap((operation, n) => {
    const permissions = neededPermissions(operation, JSON.parse(proxy.bodies[n] ?? ''))
    if (!permissions) throw new Error(`${operation} is not known`)
    return permissions
  })
  return { code, notes, needed }
}

const isWrite = (action: string) => /:(Batch)?(Write|Put|Update|Delete|ConditionCheck)/.test(action)

/** The actions on the table and on its indexes that the commands made, and which commands wrote. */
const made = { read: new Set<string>(), write: new Set<string>(), index: new Set<string>() }

/** Commands that are allowed to find something, in a table that has what tests make. */
const FINDS = ['table check', 'verify', 'business delete', 'reindex']

test.each(Object.keys(COMMANDS))(
  '%s names the table, the account and the region if it writes',
  async (name) => {
    const { code, notes, needed } = await run(name)
    if (!FINDS.includes(name)) expect({ code, notes }).toMatchObject({ code: 0 })
    const actions = needed.map(({ action }) => action)
    const writes = actions.some(isWrite)
    const target = `working on table ${table.name}, account local, region local`
    expect(notes.filter((line) => line.startsWith('working on'))).toEqual(writes ? [target] : [])
    if (writes) expect(notes[0]).toBe(target)
    for (const { action, resource } of needed)
      if (resource.includes('/index/')) made.index.add(action)
      else (writes ? made.write : made.read).add(action)
  },
)

test('an import that only tries names no account', async () => {
  const file = await makeFile('a.csv', 'sku,name,price,category\nS1,Cup,900,Cups\n')
  const { slug } = await makeBusiness()
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const argv = ['import', file, '--business', slug, '--price-scale', '1', '--dry-run', '--table', table.name]
  await runOperator(argv)
  const lines = error.mock.calls.flat()
  for (const spy of [error, log]) spy.mockRestore()
  expect(lines.filter((line) => String(line).startsWith('working on'))).toEqual([])
})

test('the policy has exactly the actions that the commands need', () => {
  expect([...made.read].sort()).toEqual([...READ_ACTIONS].sort())
  const more = [...made.write].filter((action) => !made.read.has(action))
  expect(more.sort()).toEqual([...WRITE_ACTIONS].sort())
  expect([...made.index].sort()).toEqual([...INDEX_ACTIONS].sort())
})
