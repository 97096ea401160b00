import { tryEveryCall } from './every-call.ts'
import { SCENARIOS } from './scenarios.ts'

// A call under an Idempotency-Key and one without go through the same writer as all others.
tryEveryCall(SCENARIOS.products, { inEveryWay: SCENARIOS.products.slice(0, 2) })
