import { setTimeout as wait } from 'node:timers/promises'
import { allowsLoopback } from '../environment.ts'
import { type Outgoing, type Sent, sendWebhook } from './send/send.ts'
import { sendWakeUps, type WakeUp } from './wake-ups.ts'

/** The effects of a run outside the table, and its clock: tests put their own in their place. */
export interface Effects {
  /** Milliseconds since the epoch. */
  now(): number
  /** From 0 to 1. */
  random(): number
  wait(ms: number): Promise<void>
  send(outgoing: Outgoing): Promise<Sent>
  /** Puts wake-ups into the queue, to arrive after a delay in seconds. */
  wake(wakeUps: readonly WakeUp[], delayS: number): Promise<void>
}

export const EFFECTS: Effects = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (ms) => wait(ms),
  send: (outgoing) => sendWebhook(outgoing, { loopback: allowsLoopback() }),
  wake: sendWakeUps,
}
