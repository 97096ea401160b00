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
  // An hour that clocks show twice, half an hour of daylight saving, and a day that an island left out.
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
  ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '2026-10-04 02:30:00'],
  ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31 00:00:00'],
  // Midnight is 00, not 24.
  ['2026-06-30T22:00:00Z', 'Europe/Berlin', '2026-07-01 00:00:00'],
  // Behind 2038, and at both ends of what RFC 3339 can say.
  ['2100-03-01T00:00:00Z', 'UTC', '2100-03-01 00:00:00'],
  ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31 23:59:59'],
])('%s in %s is %s', (instant, timezone, time) => {
  expect(localTime(new Date(instant), timezone)).toBe(time)
})
