/** Runs before each file of tests: several of them run in one process, and each finds it as the first did. */
import { afterAll, vi } from 'vitest'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'
import { forgetClient } from '../../lib/dynamodb/client.ts'
import { catchLog } from './log.ts'

const environment = { ...process.env }

catchLog()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  letPausesPass()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  forgetClient()
})
