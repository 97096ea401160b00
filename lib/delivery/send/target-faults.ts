import type { JsonObject } from '../../domain/body/json-object.ts'
import type { RuleBreak } from '../../domain/body/rule-breaks.ts'
import { allowsLoopback } from '../../environment.ts'
import { targetFault } from './egress-guard.ts'

/** What is wrong with the endpoint in the body of a webhook, if it has one: the rules of its field say the rest. */
export function targetFaults({ url }: JsonObject): RuleBreak[] {
  const detail = typeof url === 'string' ? targetFault(url, { loopback: allowsLoopback() }) : undefined
  return detail === undefined ? [] : [{ path: ['url'], code: 'invalid', detail }]
}
