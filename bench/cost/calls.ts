import { INDEXES } from '../../lib/data/table/schema.ts'
import type { Parts, ReadCost, WriteCost } from '../report/figures.ts'
import { type Assumptions, TEXT_PREFIX_BYTES, TEXT_START_END_REPORT_BYTES } from './assumptions.ts'
import type { Call, Invocation } from './model.ts'

/** The measurements that the costs are computed from. */
export type Measured = Pick<Parts, 'units' | 'warm' | 'cold' | 'search' | 'pictures'>

/** Of weighing a key's pace, one small item written in each call with a key (lib/data/api-keys/rate.ts). */
const PACE = { writeUnits: 1, requests: 1 }

/** Half a unit for an item of up to 4 KB that is read as it may be, one as it is. */
const EVENTUAL_UNITS = 0.5
const CONSISTENT_UNITS = 1

/** Processor time from the start of a process to its first response, as it was measured. */
export function coldCpuOf(cold: Measured['cold'], name: string): number {
  const cpuOf = (phase: 'load' | 'load_tls' | 'first_answer') => {
    const cost = cold[phase][name]
    if (!cost) throw new Error(`bench/results.json has no cold start of ${name}`)
    return cost.cpu_ms.median
  }
  // DynamoDB Local was asked without TLS. The baseline loads that anyway; what it then does for it is left out.
  return cpuOf('first_answer') + Math.max(0, cpuOf('load_tls') - cpuOf('load'))
}

/** The calls whose costs are told, from what was measured and what is taken for granted. */
export function callsFrom({ units, warm, cold }: Measured, a: Assumptions) {
  const { reads, writes, authorizer } = units
  const coldCpu = (name: string) => coldCpuOf(cold, name)
  const readsPerCall = authorizer.paced.table_reads / authorizer.paced.calls
  const authorizing = (readsOfTable: number): Invocation => ({
    memoryMb: a.memoryMb.authorizer,
    cpuMs: warm.cpu_us.authorizer_hit.median / 1000,
    waitMs: readsOfTable * a.readMs,
    coldCpuMs: coldCpu('authorizer'),
  })
  const reading = (name: string, cpuUs: number, { requests }: ReadCost): Invocation => ({
    memoryMb: a.memoryMb.read,
    cpuMs: cpuUs / 1000,
    waitMs: requests * a.readMs,
    coldCpuMs: coldCpu(name),
  })
  const logBytes = a.lineBytes + a.accessLineBytes + 2 * a.systemLogBytes

  const read = (name: string, cpuUs: number, cost: ReadCost): Call => ({
    function: reading(name, cpuUs, cost),
    authorizer: authorizing(readsPerCall),
    readUnits: cost.read_units + readsPerCall * EVENTUAL_UNITS,
    writeUnits: 0,
    wireBytes: cost.wire_bytes[a.coding],
    logBytes,
  })

  const write = (cost: WriteCost): Call => ({
    function: {
      memoryMb: a.memoryMb.admin,
      cpuMs: a.adminCpuMs,
      waitMs: (PACE.requests + cost.requests - 1) * a.readMs + a.transactionMs,
      // Not measured; that of the plain handler with the default SDK is more.
      coldCpuMs: coldCpu('baseline_list'),
    },
    authorizer: authorizing(a.keyReadsPerCall),
    readUnits: cost.read_units + a.keyReadsPerCall * CONSISTENT_UNITS,
    writeUnits: cost.write_units + PACE.writeUnits,
    wireBytes: reads.get.body_bytes,
    logBytes,
  })

  /** The plain handler: the default SDK, whole items, nothing compressed, Lambda's default log. */
  const plain: Call = {
    function: reading('baseline_list', warm.cpu_us.baseline_list.identity.median, reads.baseline_list),
    authorizer: authorizing(readsPerCall),
    readUnits: reads.baseline_list.read_units + readsPerCall * EVENTUAL_UNITS,
    writeUnits: 0,
    wireBytes: reads.baseline_list.body_bytes,
    logBytes: a.lineBytes + TEXT_PREFIX_BYTES + 2 * TEXT_START_END_REPORT_BYTES,
  }
  /** The same behind an authorizer that asks the table each time. */
  const plainer: Call = {
    ...plain,
    authorizer: {
      memoryMb: a.memoryMb.authorizer,
      cpuMs: a.naiveAuthorizerCpuMs,
      waitMs: a.readMs,
      coldCpuMs: coldCpu('sdk_query'),
    },
    readUnits: reads.baseline_list.read_units + EVENTUAL_UNITS,
  }

  return {
    list: read('list', warm.cpu_us.list[a.coding].median, reads.list),
    get: read('get', warm.cpu_us.get.median, reads.get),
    create: write(writes.create),
    price: write(writes.update_price),
    plain,
    plainer,
  }
}

export type Calls = ReturnType<typeof callsFrom>

/** Bytes of table and indexes that a product takes, with the 100 that DynamoDB adds to each item and index row. */
export function bytesPerProduct({ units: { reads, page } }: Measured): number {
  const [item, row] = [reads.baseline_list.read_bytes / page, reads.list.read_bytes / page]
  return item + ITEM_OVERHEAD + Object.keys(INDEXES).length * (row + ITEM_OVERHEAD)
}

/** Bytes that the event of a change takes for 30 days: the object as JSON, its id, type, time and business beside it. */
export const bytesPerEvent = ({ units: { reads, page } }: Measured): number =>
  reads.baseline_list.read_bytes / page + EVENT_ENVELOPE + ITEM_OVERHEAD

/** Of an event without its data: about what was seen in the table. */
const EVENT_ENVELOPE = 350

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const ITEM_OVERHEAD = 100
