import { expect, test } from 'vitest'
import type { Effects } from '../../lib/delivery/effects.ts'
import { moveTo, newRun } from '../../lib/delivery/run.ts'
import { eventsAt } from '../../lib/domain/events.ts'

const NOW = 1_800_000_000_000
const [LOW, KNOWN, HIGH] = [eventsAt(NOW - 1), eventsAt(NOW), eventsAt(NOW + 1)]

const nothing = () => Promise.reject(new Error('a run that only moves does nothing else'))
const world: Effects = { now: () => NOW, random: () => 0, wait: nothing, send: nothing, wake: nothing }

/** A run that has read the watermark `KNOWN`. */
const aRun = () =>
  newRun({ businessId: 'b', webhookId: 'w', run: 'own' }, world, { watermark: KNOWN, since: LOW })

test('the frontier of a run moves on, and the watermark follows it', () => {
  const run = aRun()
  moveTo(run, { frontier: HIGH })
  expect(run).toMatchObject({ watermark: KNOWN, frontier: HIGH })
  moveTo(run, { watermark: HIGH })
  expect(run).toMatchObject({ watermark: HIGH, frontier: HIGH })
})

test.each([
  ['the frontier falls below the watermark', { frontier: LOW }],
  ['the watermark rises above the frontier', { watermark: HIGH }],
])('a run stops, and has not moved, if %s', (_, to) => {
  const run = aRun()
  expect(() => moveTo(run, to)).toThrow(/^the watermark evt_\S+ is above the frontier evt_\S+$/)
  expect(run).toMatchObject({ watermark: KNOWN, frontier: KNOWN })
})
