import type { UnitsPart } from '../report/figures.ts'
import type { Ask } from './in-process.ts'
import { authorization } from './questions.ts'
import type { TableMeter } from './table-meter.ts'

const CALLS = 1_000

/**
 * How often a warm authorizer reads the table for one slug: in calls as fast as they go, then in one call each second by
 * a clock that is moved on, since 1,000 seconds are too long to wait for.
 */
export async function authorizerReads(ask: Ask, meter: TableMeter): Promise<UnitsPart['authorizer']> {
  const question = authorization()
  const count = async (before = () => {}) => {
    meter.take()
    for (let call = 0; call < CALLS; call++) {
      before()
      await ask(question)
    }
    return { calls: CALLS, table_reads: meter.take().requests }
  }
  const atOnce = await count()
  const { now } = Date
  let seconds = 0
  Date.now = () => now() + seconds * 1000
  try {
    const paced = await count(() => {
      seconds++
    })
    return { ...atOnce, paced: { ...paced, seconds } }
  } finally {
    Date.now = now
  }
}
