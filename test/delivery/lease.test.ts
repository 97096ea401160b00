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
import type { Effects } from '../../lib/delivery/effects.ts'
import { begin } from '../../lib/delivery/lease.ts'
import type { WakeUp } from '../../lib/delivery/wake-ups.ts'
import { eventsAt, positionAt } from '../../lib/domain/events.ts'
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

const iso = (ms: number) => new Date(ms).toISOString()

/** The outcome of a wake-up at `NOW`: a run or none, the state behind it, and the wake-ups that are sent on. */
async function woken(more: Partial<WebhookState>, wakeUp: Partial<WakeUp> = {}) {
  const { holder, read } = await stateWith(more)
  const sentOn: unknown[] = []
  const world: Effects = {
    now: () => NOW,
    random: () => 0,
    wait: async () => {},
    send: () => Promise.reject(new Error('a run that begins sends nothing')),
    wake: async (wakeUps, delayS) => void sentOn.push([wakeUps, delayS]),
  }
  const whole = { business_id: holder.businessId, webhook_id: holder.webhookId, ...wakeUp }
  const run = await begin(holder, whole, world)
  return { run, state: await read(), sentOn, whole }
}

test('a wake-up begins a run, which has the lease', async () => {
  const { run, state, sentOn } = await woken({})
  expect(run).toMatchObject({ run: 'own', watermark: KNOWN })
  expect(state).toMatchObject({ run: 'own', lease_until: NOW + 75_000 })
  expect(sentOn).toEqual([])
})

test('a wake-up for a time to come is sent on for the rest of it, in whole seconds', async () => {
  const at = iso(NOW + 1_001)
  const { run, state, sentOn, whole } = await woken({ next_at: at }, { at })
  expect([run, state?.run, sentOn]).toEqual([undefined, undefined, [[[whole], 2]]])
})

test('a wake-up for another time than the one to come is ignored, but not while a run has the lease', async () => {
  const [next_at, at] = [iso(NOW + 1), iso(NOW)]
  const ignored = await woken({ next_at }, { at })
  expect([ignored.run, ignored.state?.run, ignored.state?.again]).toEqual([undefined, undefined, undefined])
  const marked = await woken({ ...ANOTHER, next_at }, { at })
  expect([marked.run, marked.state?.run, marked.state?.again]).toEqual([undefined, 'another', true])
  expect([...ignored.sentOn, ...marked.sentOn]).toEqual([])
})

test('a wake-up for an event below the watermark lowers it', async () => {
  const { run, state } = await woken({}, { from: positionAt(NOW - 1_500) })
  const watermark = eventsAt(NOW - 1_500)
  expect([run?.watermark, state?.watermark]).toEqual([watermark, watermark])
})
