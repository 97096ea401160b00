import type { JsonObject } from '../../domain/body/json-object.ts'
import type { RuleBreak } from '../../domain/body/rule-breaks.ts'
import { allowsLoopback } from '../../environment.ts'
import { targetFault } from './egress-guard.ts'

/** The error of the target in a webhook's body, if it has one. The rules of the field `url` report all others. */
export function targetFaults({ url }: JsonObject): RuleBreak[] {
  const detail = typeof url === 'string' ? targetFault(url, { loopback: allowsLoopback() }) : undefined
  return detail === undefined ? [] : [{ path: ['url'], code: 'invalid', detail }]
}
