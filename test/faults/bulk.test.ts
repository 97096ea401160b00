import { tryEveryCall } from './every-call.ts'
import { SCENARIOS } from './scenarios.ts'

// Its operations are those of the other routes, tried there for good as well.
tryEveryCall(SCENARIOS.bulk, { durations: ['once'] })
