import type { Assumptions } from './assumptions.ts'
import { durationUsd } from './model.ts'
import { PRICES } from './prices.ts'

/**
 * Of a product in an import over the API that finds everything as its file says, with `stock=set`. Counted once with 500
 * products, of which six of ten have six variants; not part of the bench.
 */
export const NIGHTLY = {
  readUnits: 9.4,
  /** Its quantities are marked as set, so that a repetition does not set a sale back. */
  writeUnits: 2.2,
  /** In addition, if its name has changed. */
  changedWriteUnits: 19,
  cpuMs: 10,
}

const NIGHTS = 30
const MEMORY_MB = 1024

/** Dollars for 30 nightly imports of so many products, of which so many have changed each night. */
export function nightlyBill(
  { products, changed }: { products: number; changed: number },
  a: Assumptions,
): { reads: number; writes: number; duration: number } {
  const { readUnits, writeUnits, changedWriteUnits, cpuMs } = NIGHTLY
  const run = { memoryMb: MEMORY_MB, cpuMs: products * cpuMs, waitMs: 0, coldCpuMs: 0 }
  return {
    reads: NIGHTS * products * readUnits * PRICES.readUnit.usd,
    writes: NIGHTS * (products * writeUnits + changed * changedWriteUnits) * PRICES.writeUnit.usd,
    duration: NIGHTS * durationUsd(run, { ...a, coldShare: 0 }),
  }
}
