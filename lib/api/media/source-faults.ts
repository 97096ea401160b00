import { targetFaults } from '../../delivery/send/target-faults.ts'
import type { JsonObject } from '../../domain/body/json-object.ts'
import type { RuleBreak } from '../../domain/body/rule-breaks.ts'

/** The error of the address in a body with `source_url`, if it has one: it can be read where a webhook can be sent. */
export const sourceFaults = ({ source_url }: JsonObject): RuleBreak[] =>
  targetFaults({ url: source_url }).map((fault) => ({ ...fault, path: ['source_url'] }))
