import { vi } from 'vitest'
import { tryEveryCall } from './every-call.ts'
import { SCENARIOS } from './scenarios.ts'

vi.mock('node:timers/promises', () => import('./clock.ts'))

// A call under an Idempotency-Key and one without go through the same writer as all others.
tryEveryCall(SCENARIOS.products, { inEveryWay: SCENARIOS.products.slice(0, 2) })
