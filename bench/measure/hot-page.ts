import { ENVIRONMENT } from '../../lib/environment.ts'
import type { UnitsPart } from '../report/figures.ts'
import type { Ask } from './in-process.ts'
import { list } from './questions.ts'
import type { TableMeter } from './table-meter.ts'

const CALLS = 1_000

/** Read units of calls for one page within one second, by a clock that does not move: from memory, and each read. */
export async function hotPageReads(ask: Ask, meter: TableMeter): Promise<UnitsPart['hot_page']> {
  const question = list('gzip')
  const count = async (seconds: string) => {
    process.env[ENVIRONMENT.listMemory] = seconds
    meter.take()
    for (let call = 0; call < CALLS; call++) await ask(question)
    return meter.take().read_units
  }
  const { now } = Date
  const at = now()
  Date.now = () => at
  try {
    return { calls: CALLS, read_units: await count('1'), read_units_unremembered: await count('0') }
  } finally {
    Date.now = now
  }
}
