import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A line for each file of tests that has ended: its path, and the milliseconds of processor time it took. */
    processorTimesPath: string
  }
}

declare global {
  /** The processor time of this process when the file of tests before ended, in microseconds. */
  var processorTimeBefore: number | undefined
}

/** The processor time of this process until now, in microseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

afterAll(() => {
  const now = processorTime()
  const ms = Math.round((now - (globalThis.processorTimeBefore ?? 0)) / 1000)
  globalThis.processorTimeBefore = now
  appendFileSync(inject('processorTimesPath'), `${relative('.', expect.getState().testPath ?? '')} ${ms}\n`)
})
