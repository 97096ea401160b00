import { expect, test } from 'vitest'
import { localTime } from '../../lib/domain/local-time.ts'

test.each([
  ['2026-12-31T23:30:00.999Z', 'UTC', '2026-12-31 23:30:00'],
  ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01 00:30:00'],
  ['2026-07-01T10:00:00Z', 'Asia/Kathmandu', '2026-07-01 15:45:00'],
  ['2026-01-01T05:00:00Z', 'America/Los_Angeles', '2025-12-31 21:00:00'],
  // A second before and after clocks go forward, and back.
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29 01:59:59'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29 03:00:00'],
  ['2026-10-25T00:59:59Z', 'Europe/Berlin', '2026-10-25 02:59:59'],
  ['2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25 02:00:00'],
])('%s in %s is %s', (instant, timezone, time) => {
  expect(localTime(new Date(instant), timezone)).toBe(time)
})
