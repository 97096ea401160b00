import { cpus } from 'node:os'
import type { Machine } from '../report/figures.ts'

/** The machine's properties that the figures depend on, and none that names the machine or its owner. */
export const thisMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  node: process.version,
})

/** YYYY-MM-DD in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)
