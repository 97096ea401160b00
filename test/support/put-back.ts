import { vi } from 'vitest'
import { forgetClient } from '../../lib/data/dynamodb/client.ts'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'

/** Notes the environment of this process, and returns what puts it, the clock, globals and pauses back. */
export function notedProcess(): () => void {
  const environment = { ...process.env }
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    letPausesPass()
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
    forgetClient()
  }
}
