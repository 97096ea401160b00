import type { JsonSchema } from '../openapi.ts'
import { type Compare, type Finding, nested } from './findings.ts'

/** What is sent beside a body, by where it stands. */
type Headers = Map<string, { required?: boolean; schema: JsonSchema }>

/** What has become of the headers of something we send: an answer, or an event to a client's own address. */
export const headerChanges = (released: Headers, current: Headers, compare: Compare): Finding[] =>
  [...released].flatMap(([path, header]): Finding[] => {
    const same = current.get(path)
    if (!same) return [{ rule: 'answer-header-removed', path, what: 'it is gone' }]
    const isOptional = header.required && !same.required
    return [
      ...(isOptional
        ? [{ rule: 'answer-header-optional', path, what: 'it can be missing now' } as const]
        : []),
      ...nested(compare(header.schema, same.schema, 'answer'), path),
    ]
  })
