import { afterAll, beforeAll } from 'vitest'
import { OWN_DUE_INDEX } from '../../lib/data/table/schema.ts'
import { makeTable, type OwnTable } from '../support/own-table.ts'
import { stopClock } from './clock.ts'
import { type FaultProxy, proxyFaults } from './fault-proxy.ts'

/** A table of this file's own behind faults, on a clock that stands still. It has the one index that writes read. */
export function useFaultProxy(): () => FaultProxy {
  let table: OwnTable | undefined
  let proxy: FaultProxy | undefined
  beforeAll(async () => {
    table = await makeTable({ indexes: [OWN_DUE_INDEX] })
    stopClock()
    proxy = await proxyFaults(table)
  })
  afterAll(async () => {
    await proxy?.close()
    await table?.drop()
  })
  return () => {
    if (!proxy) throw new Error('no proxy yet')
    return proxy
  }
}
