import { type Compare, type Finding, nested } from './findings.ts'
import { headerChanges } from './headers.ts'
import { parametersOf, type Side } from './requests.ts'

/** What the API sends to a client's own address: its headers and body are judged as answers are. */
export function webhookChanges(released: Side, current: Side, compare: Compare): Finding[] {
  return [
    ...headerChanges(parametersOf(released), parametersOf(current), compare),
    ...bodyChanges(released, current, compare),
    ...receiptChanges(released, current),
  ]
}

function bodyChanges(
  { operation: released }: Side,
  { operation: current }: Side,
  compare: Compare,
): Finding[] {
  const now = current.requestBody?.content ?? {}
  return Object.entries(released.requestBody?.content ?? {}).flatMap(([mediaType, { schema }]): Finding[] => {
    const same = now[mediaType]
    const path = `body ${mediaType}`
    if (!same) return [{ rule: 'answer-media-type-removed', path, what: 'it is no longer sent' }]
    return nested(compare(schema, same.schema, 'answer'), 'body')
  })
}

/** The statuses by which a client may say that it has the message. */
function receiptChanges({ operation: released }: Side, { operation: current }: Side): Finding[] {
  const refused = Object.keys(released.responses).filter(
    (status) => status.startsWith('2') && !(status in current.responses),
  )
  return refused.map((path) => ({ rule: 'webhook-answer-refused', path, what: 'it no longer counts' }))
}
