import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { letPausesPass, pause } from '../lib/data/table/calls/pause.ts'
import { useTable } from '../lib/environment.ts'
import { notedProcess } from './support/put-back.ts'

test('the environment is put back: what was set, changed and deleted', () => {
  vi.stubEnv('KEPT', 'before')
  const putBack = notedProcess()
  vi.stubEnv('KEPT', undefined)
  useTable({ name: 'another', endpoint: 'http://127.0.0.1:1' })
  putBack()
  expect(process.env).toMatchObject({ KEPT: 'before' })
  expect(process.env.STOREFRONT_TABLE).toBeUndefined()
  delete process.env.KEPT
})

test('the clock goes again, globals are themselves, and a pause lasts', async () => {
  const real = globalThis.fetch
  const putBack = notedProcess()
  const start = Date.now()
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('fetch', undefined)
  const pauses: number[] = []
  letPausesPass(async (ms) => void pauses.push(ms))
  putBack()
  expect(Date.now()).toBeGreaterThanOrEqual(start)
  expect(globalThis.fetch).toBe(real)
  await Promise.all([pause(1), setTimeout(1)])
  expect(pauses).toEqual([])
})
