import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeBusiness } from '../support/shop.ts'
import { proxyTable, type TableProxy } from '../support/table-proxy.ts'
import { makeFile, operate } from './operate.ts'

let table: TableProxy
let business: Business
beforeAll(async () => {
  table = await proxyTable()
  business = await makeBusiness()
})
afterAll(() => table.close())

// On a clock of the test's own: with the real one a write whose pauses pass at once is tried for as long as it has time, 10 s.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  letPausesPass(async (ms) => void vi.advanceTimersByTime(ms))
})

/** Runs a command whose writes are carried out, and of which nobody hears: the last line on stderr. */
async function unheard(...argv: string[]) {
  table.failWith('unheard')
  try {
    const { code, notes } = await operate(...argv)
    expect(code).toBe(1)
    return notes
  } finally {
    table.failWith(undefined)
  }
}

const AGAIN = /run (it|the same command|every command) again/

test('key issue says that the key may be there, and nobody has its token', async () => {
  expect(await unheard('key', 'issue', '--business', business.slug, '--name', 'lost')).toEqual([
    `error: DynamoDB does not respond, and the key may exist, but nobody has its token: check \`operator key list --business ${business.slug}\`, and revoke it before you issue another`,
  ])
  expect((await operate('key', 'list', '--business', business.slug)).stdout).toContain('lost')
})

test('business create says that the business may be there', async () => {
  const create = ['business', 'create', '--slug', 'lost-answer', '--name', 'Lost', '--currency', 'EUR']
  expect(await unheard(...create)).toEqual([
    'error: DynamoDB does not respond, and the business may exist: check `operator business show lost-answer` before you create it again',
  ])
  expect((await operate('business', 'show', 'lost-answer')).code).toBe(0)
})

test('a command that is stopped before it writes anything can be run again', async () => {
  table.failWith('reset')
  const { notes } = await operate('key', 'issue', '--business', business.slug, '--name', 'never')
  table.failWith(undefined)
  expect(notes).toEqual([expect.stringMatching(AGAIN)])
})

test('import --allow-unkeyed says which rows would be made again', async () => {
  const file = await makeFile('rows.json', [{ name: 'Cup', price: 900, category: 'tea' }])
  const notes = await unheard('import', file, '--business', business.slug, '--allow-unkeyed')
  expect(notes.join('\n')).not.toMatch(AGAIN)
  expect(notes.at(-1)).toBe(
    `error: DynamoDB does not respond, and rows without external_id, sku and slug would be made again: look at \`operator export --business ${business.slug}\`, and take the existing ones out of the file first`,
  )
})
