import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLastUses } from '../../../lib/data/api-keys/rate.ts'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import { within } from '../../../lib/data/table/calls/times.ts'
import { proxyTable, type TableProxy } from '../../support/table-proxy.ts'

const pauses: number[] = []
letPausesPass(async (ms) => void pauses.push(ms))

let table: TableProxy
beforeAll(async () => {
  table = await proxyTable()
  table.failWith({ status: 400, type: 'ThrottlingException' }, 'BatchGetItem')
})
afterAll(() => table.close())

/** The first pause of whoever reads patiently. */
const FIRST_PAUSE_MS = 100

test('a list of keys waits for a throttled table', async () => {
  await expect(readLastUses('business', ['key'])).rejects.toThrow(TableUnavailable)
  expect(pauses).toContain(FIRST_PAUSE_MS)
})

test('but not longer than the request has', async () => {
  pauses.length = 0
  const reading = within(FIRST_PAUSE_MS / 2, () => readLastUses('business', ['key']))
  await expect(reading).rejects.toThrow(TableUnavailable)
  expect(pauses).not.toContain(FIRST_PAUSE_MS)
})
