import { type Compare, type Finding, nested } from './findings.ts'
import { parametersOf, type Side } from './requests.ts'

/** What the API sends to a client's own address: its headers and body are judged as answers are. */
export function webhookChanges(released: Side, current: Side, compare: Compare): Finding[] {
  return [
    ...headerChanges(released, current, compare),
    ...bodyChanges(released, current, compare),
    ...receiptChanges(released, current),
  ]
}

function headerChanges(released: Side, current: Side, compare: Compare): Finding[] {
  const now = parametersOf(current)
  return [...parametersOf(released)].flatMap(([path, header]): Finding[] => {
    const same = now.get(path)
    if (!same) return [{ rule: 'answer-header-removed', path, what: 'it is gone' }]
    const isOptional = header.required && !same.required
    return [
      ...(isOptional
        ? [{ rule: 'answer-header-optional', path, what: 'it can be missing now' } as const]
        : []),
      ...nested(compare(header.schema, same.schema, 'answer'), path),
    ]
  })
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
