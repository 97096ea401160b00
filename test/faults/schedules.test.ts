import { tryEveryCall } from './every-call.ts'
import { SCENARIOS } from './scenarios.ts'

tryEveryCall(SCENARIOS.schedules)
