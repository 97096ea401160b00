import { isAlarm, resourcesOf } from '../../support/template.ts'
import type { Desk } from './desk.ts'
import { countMessages } from './failures.ts'

/** The number that a metric filter counts: lines of one member with a value, or with at least that. */
function countLines(log: Desk['log'], pattern: string): number {
  const [, member = '', operator, value = ''] = /^\{ \$\.(\w+) (=|>=) (.+) \}$/.exec(pattern) ?? []
  if (operator === undefined) throw new Error(`not a pattern: ${pattern}`)
  return log.filter(({ [member]: found }) =>
    operator === '=' ? found === JSON.parse(value) : Number(found) >= Number(value),
  ).length
}

/**
 * True if an alarm of the template would be raised by what happened in the last minutes: by the lines of the log, which the
 * test empties, or by the messages in the queue of dead letters. Throws for an alarm that watches what only AWS measures.
 */
export async function rings({ template, log, stack, outputs }: Desk, name: string): Promise<boolean> {
  const { MetricName, Namespace, Threshold } =
    resourcesOf(template, 'AWS::CloudWatch::Alarm').find((one) => isAlarm(one, name))?.Properties ?? {}
  const filters = resourcesOf(template, 'AWS::Logs::MetricFilter').filter(
    ({ Properties }) =>
      (Properties.MetricTransformations as { MetricName: string }[])[0]?.MetricName === MetricName,
  )
  if (filters[0]) return countLines(log, String(filters[0].Properties.FilterPattern)) >= Number(Threshold)
  if (Namespace !== 'AWS/SQS' || MetricName !== 'ApproximateNumberOfMessagesVisible')
    throw new Error(`${name} watches ${Namespace} ${MetricName}, which only AWS measures`)
  return (await countMessages(stack, outputs.DeadLettersUrl)) >= Number(Threshold)
}
