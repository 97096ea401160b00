import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { endedChildrenSeconds, ownProcessorSeconds } from './processor-seconds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A line for each file of tests that has ended: its path, and the seconds of processor time it and its children took. */
    processorTimesPath: string
  }
}

declare global {
  /** The processor time of this process and its children when the file of tests before ended, in seconds. */
  var processorSecondsBefore: number | undefined
}

afterAll(() => {
  const now = ownProcessorSeconds() + endedChildrenSeconds()
  const seconds = now - (globalThis.processorSecondsBefore ?? 0)
  globalThis.processorSecondsBefore = now
  const path = relative('.', expect.getState().testPath ?? '')
  appendFileSync(inject('processorTimesPath'), `${path} ${seconds.toFixed(3)}\n`)
})
