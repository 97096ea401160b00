import { settled } from './tasks.ts'

/** A clock on which nothing takes longer than it is told to, in milliseconds since the epoch. */
export class Clock {
  now: number
  readonly #alarms: { at: number; ring: () => void }[] = []

  constructor(now: number) {
    this.now = now
  }

  /** Resolves when so much time has passed on this clock. */
  pass(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const at = this.now + ms
    const index = this.#alarms.findIndex((alarm) => alarm.at > at)
    this.#alarms.splice(index < 0 ? this.#alarms.length : index, 0, { at, ring: resolve })
    return promise
  }

  /** Calls something when so much time has passed. */
  after(ms: number, call: () => void): void {
    void this.pass(ms).then(call)
  }

  /** Lets time pass until then, each thing at its time; whatever happens then has happened. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      await settled()
      const next = this.#alarms[0]
      if (!next || next.at > end) break
      this.now = Math.max(this.now, next.at)
      this.#alarms.shift()?.ring()
    }
    this.now = Math.max(this.now, end)
  }
}
