import type { Header, Reference, Response } from '../openapi.ts'
import { type Compare, type Finding, nested } from './findings.ts'
import { headerChanges } from './headers.ts'
import { resolve } from './references.ts'
import type { Side } from './requests.ts'

/** What a caller is answered: statuses, headers, bodies. */
export function answerChanges(released: Side, current: Side, compare: Compare): Finding[] {
  const [before, now] = [released.operation.responses, current.operation.responses]
  const kept = Object.entries(before).flatMap(([status, response]): Finding[] => {
    const same = now[status]
    if (!same)
      return isSuccess(status) ? [{ rule: 'success-status-removed', path: status, what: 'it is gone' }] : []
    const compared = oneAnswer(
      { ...released, response: resolve(released.document, response) },
      { ...current, response: resolve(current.document, same) },
      compare,
    )
    return nested(compared, `${status} `)
  })
  const added = Object.keys(now).filter(
    (status) => isSuccess(status) && status !== '304' && !(status in before),
  )
  return [
    ...kept,
    ...added.map((path): Finding => ({ rule: 'success-status-added', path, what: 'it is new' })),
  ]
}

/** Errors may come and go: clients branch on their class. */
const isSuccess = (status: string) => /^[23]/.test(status)

type Answer = Side & { response: Response }

function oneAnswer(released: Answer, current: Answer, compare: Compare): Finding[] {
  const before = released.response.content ?? {}
  const bodies = Object.entries(before).flatMap(([mediaType, { schema }]): Finding[] => {
    const same = current.response.content?.[mediaType]
    if (!same) return [{ rule: 'answer-media-type-removed', path: mediaType, what: 'it no longer comes' }]
    return compare(schema, same.schema, 'answer')
  })
  return [...headerChanges(headersOf(released), headersOf(current), compare), ...bodies]
}

/** By where they stand; names of headers are the same in whatever case. */
const headersOf = ({ document, response }: Answer): Map<string, Header> =>
  new Map(
    Object.entries(response.headers ?? {}).map(([name, header]: [string, Header | Reference]) => [
      `header ${name.toLowerCase()}`,
      resolve(document, header),
    ]),
  )
