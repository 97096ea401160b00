import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import {
  clearMark,
  giveBack,
  markAgain,
  moveWatermark,
  readState,
  takeLease,
  type WebhookState,
} from '../../lib/data/webhooks/state.ts'
import { eventsAt } from '../../lib/domain/events.ts'
import { plantItem } from '../support/items.ts'
import { aBusiness, useSimulation } from './simulation/simulated.ts'

await useSimulation()

const NOW = 1_800_000_000_000
const [LOW, KNOWN, HIGH] = [eventsAt(NOW - 2_000), eventsAt(NOW - 1_000), eventsAt(NOW)]

/** A state in the table, and who looks at it: a run that has read the watermark `KNOWN`. */
async function stateWith(more: Partial<WebhookState>) {
  const of = { businessId: aBusiness(), webhookId: aBusiness() }
  const state: WebhookState = { watermark: KNOWN, since: LOW, ...more }
  await plantItem({ ...webhookStateKey(of.businessId, of.webhookId), type: 'webhook_state', ...state })
  return { holder: { ...of, run: 'own', watermark: KNOWN }, read: () => readState(of), state }
}

const OWN = { run: 'own', lease_until: NOW + 1 }
const ANOTHER = { run: 'another', lease_until: NOW + 1 }
const LAPSED = { run: 'another', lease_until: NOW }
const MOVED = { watermark: HIGH }

const taking = { watermark: LOW, now: NOW, until: NOW + 75_000 }

test.each<[string, Partial<WebhookState>]>([
  ['nobody has it', {}],
  ['it has lapsed', LAPSED],
  ['this run has it', OWN],
])('a run takes the lease, sets the watermark and clears the mark in one write if %s', async (_, more) => {
  const { holder, read, state } = await stateWith({ ...more, again: true })
  expect(await takeLease(holder, taking)).toBe(true)
  const { again: _again, ...rest } = state
  expect(await read()).toMatchObject({ ...rest, run: 'own', lease_until: NOW + 75_000, watermark: LOW })
  expect(await read()).not.toHaveProperty('again')
})

test.each<[string, Partial<WebhookState>]>([
  ['another run has it', ANOTHER],
  ['the watermark was changed', MOVED],
])('a run does not take the lease if %s', async (_, more) => {
  const { holder, read, state } = await stateWith(more)
  expect(await takeLease(holder, taking)).toBe(false)
  expect(await read()).toMatchObject(state)
})

test('who meets the lease of a run marks the state, and lowers the watermark, in one write', async () => {
  const { holder, read, state } = await stateWith(ANOTHER)
  expect(await markAgain(holder, { watermark: LOW, now: NOW })).toBe(true)
  expect(await read()).toMatchObject({ ...state, again: true, watermark: LOW })
})

test.each<[string, Partial<WebhookState>]>([
  ['nobody has the lease any more', {}],
  ['the lease has lapsed', LAPSED],
  ['the watermark was changed', { ...ANOTHER, ...MOVED }],
])('nothing is marked if %s', async (_, more) => {
  const { holder, read, state } = await stateWith(more)
  expect(await markAgain(holder, { watermark: LOW, now: NOW })).toBe(false)
  expect(await read()).toMatchObject(state)
  expect(await read()).not.toHaveProperty('again')
})

test('the run that has the lease moves the watermark', async () => {
  const { holder, read } = await stateWith(OWN)
  expect(await moveWatermark(holder, HIGH)).toBe(true)
  expect((await read())?.watermark).toBe(HIGH)
})

test.each<[string, Partial<WebhookState>]>([
  ['another run has the lease', ANOTHER],
  ['nobody has the lease', {}],
  ['the watermark is another', { ...OWN, watermark: LOW }],
])('a run does not move the watermark if %s', async (_, more) => {
  const { holder, read, state } = await stateWith(more)
  expect(await moveWatermark(holder, HIGH)).toBe(false)
  expect(await read()).toMatchObject(state)
})

test('a run gives the lease back with what it has come to, and leaves nothing of it', async () => {
  const { holder, read } = await stateWith({
    ...OWN,
    next_at: '2026',
    failures: 3,
    probes: 2,
    probe_at: '2026',
  })
  expect(await giveBack(holder, { watermark: HIGH, next_at: '2027' })).toBe(true)
  const { pk: _pk, sk: _sk, type: _type, ...left } = { ...(await read()) } as Record<string, unknown>
  expect(left).toEqual({ watermark: HIGH, since: LOW, next_at: '2027' })
})

test.each<[string, Partial<WebhookState>]>([
  ['it is marked', { ...OWN, again: true }],
  ['another run has it', ANOTHER],
  ['the watermark is another', { ...OWN, watermark: LOW }],
])('a run does not give the lease back if %s', async (_, more) => {
  const { holder, read, state } = await stateWith(more)
  expect(await giveBack(holder, { watermark: HIGH })).toBe(false)
  expect(await read()).toMatchObject(state)
})

test('only the run that has the lease clears the mark', async () => {
  const own = await stateWith({ ...OWN, again: true })
  expect(await clearMark(own.holder)).toBe(true)
  expect(await own.read()).not.toHaveProperty('again')
  const another = await stateWith({ ...ANOTHER, again: true })
  expect(await clearMark(another.holder)).toBe(false)
  expect(await another.read()).toHaveProperty('again', true)
})
