import { STATUS_CODES } from 'node:http'
import { isJsonObject } from '../../lib/domain/body/json-object.ts'
import type { Reply } from './curl.ts'
import type { Placeholders } from './placeholders.ts'

/** How a page is compared with the responses. */
export interface Comparison {
  known: Placeholders
  /** True if the page shows all members of its responses; another one shows those that it is about. */
  isWhole: boolean
}

/**
 * The faults of a documented value: members too many or, if the page is whole, too few, and values that differ from the
 * response, each with its place. None for a value that is right.
 */
export function faultsOf(documented: unknown, answered: unknown, by: Comparison, place = '$'): string[] {
  const saysOther = () => [`${place}: ${JSON.stringify(documented)}, and not ${JSON.stringify(answered)}`]
  if (Array.isArray(documented) && Array.isArray(answered)) {
    // The rest of a list that is too long to be shown whole.
    if (documented.at(-1) === '…' && answered.length >= documented.length)
      return faultsOf(documented.slice(0, -1), answered.slice(0, documented.length - 1), by, place)
    if (documented.length !== answered.length)
      return [`${place}: ${documented.length} elements, and not ${answered.length}`]
    return documented.flatMap((element, n) => faultsOf(element, answered[n], by, `${place}[${n}]`))
  }
  if (isJsonObject(documented) && isJsonObject(answered)) {
    const unsaid = Object.keys(answered).filter((name) => by.isWhole && !Object.hasOwn(documented, name))
    return [
      ...unsaid.map((name) => `${place}.${name} is missing on the page`),
      ...Object.entries(documented).flatMap(([name, value]) =>
        Object.hasOwn(answered, name)
          ? faultsOf(value, answered[name], by, `${place}.${name}`)
          : [`${place}.${name} was not answered`],
      ),
    ]
  }
  if (typeof documented === 'string' && typeof answered === 'string')
    return by.known.matches(documented, answered, place.replace(/.*\./, '')) ? [] : saysOther()
  return Object.is(documented, answered) ? [] : saysOther()
}

/** The faults of a block of JSON below a request. Such a block alone means the status 200, or that of its problem. */
export function jsonFaults(text: string, reply: Reply, by: Comparison): string[] {
  const documented: unknown = JSON.parse(text)
  const status = isJsonObject(documented) && 'code' in documented ? documented.status : 200
  return [
    ...(status === reply.status ? [] : [`the status: ${status}, and not ${reply.status}`]),
    ...faultsOf(documented, bodyOf(reply), by),
  ]
}

/** The faults of a block of HTTP: in the status line, the headers that it names and, if it shows one, the body. */
export function httpFaults(text: string, reply: Reply, by: Comparison): string[] {
  const [head = '', body = ''] = text.split(/\n\n(.*)/s)
  const [statusLine, ...lines] = head.trim().split('\n')
  const actualLine = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`
  return [
    ...(statusLine === actualLine ? [] : [`${statusLine}, and not ${actualLine}`]),
    ...lines.flatMap((line) => headerFaults(line, reply, by)),
    ...(body.trim() === '' ? [] : faultsOf(JSON.parse(body), bodyOf(reply), by)),
    ...((reply.status === 204 || reply.status === 304) && reply.text !== '' ? ['there is a body'] : []),
  ]
}

function headerFaults(line: string, { headers }: Reply, { known }: Comparison): string[] {
  const [, name = '', value] = /^([\w-]+): (.+)$/.exec(line) ?? []
  if (value === undefined) return [`no header: ${line}`]
  const answered = headers[name.toLowerCase()]
  const isSo = answered !== undefined && known.matches(value, answered)
  return isSo ? [] : [`${line}, and not ${answered}`]
}

function bodyOf({ text }: Reply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
