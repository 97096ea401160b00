import { expect, inject, test } from 'vitest'
import { TTL_ATTRIBUTE } from '../../lib/data/table/schema.ts'
import { scanSegments, segmentsOf } from './scan.ts'
import { IS_WHOLE } from './whole.ts'

/** As seconds beyond the year 9999, in which the last times end. As milliseconds a time in 2001, before anything was written. */
const TOO_LATE_S = 1e12

test('every item that has an end has it in seconds, from which alone the table deletes it', async () => {
  let count = 0
  const misfits = new Set<string>()
  await scanSegments(segmentsOf(inject('set'), inject('seed')), (_, items) => {
    for (const { type, [TTL_ATTRIBUTE]: end } of items) {
      if (end === undefined) continue
      count++
      const seconds = Number(end.N)
      if (!(Number.isInteger(seconds) && seconds < TOO_LATE_S))
        misfits.add(`${type?.S} ${JSON.stringify(end)}`)
    }
  })
  expect([...misfits]).toEqual([])
  if (IS_WHOLE) expect(count).toBeGreaterThanOrEqual(100)
})
