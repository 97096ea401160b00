import { vi } from 'vitest'
import { tryEveryCall } from './every-call.ts'
import { SCENARIOS } from './scenarios.ts'

vi.mock('node:timers/promises', () => import('./clock.ts'))

tryEveryCall(SCENARIOS.inventory)
