import { cpus } from 'node:os'
import type { Machine } from '../report/figures.ts'

/** What the figures of this run depend on, and nothing that names the machine or its owner. */
export const thisMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  node: process.version,
})

/** YYYY-MM-DD in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10)
