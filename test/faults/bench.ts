import { afterAll, beforeAll } from 'vitest'
import { stopClock } from './clock.ts'
import { type FaultProxy, proxyFaults } from './fault-proxy.ts'

/** The table of a test file behind faults, on a clock that stands still. */
export function useFaultProxy(): () => FaultProxy {
  let proxy: FaultProxy | undefined
  beforeAll(async () => {
    stopClock()
    proxy = await proxyFaults()
  })
  afterAll(() => proxy?.close())
  return () => {
    if (!proxy) throw new Error('no proxy yet')
    return proxy
  }
}
